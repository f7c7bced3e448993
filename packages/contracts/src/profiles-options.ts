export const SPECIALTIES = [
  { id: 'ads', label: 'Publicité (Ads)', group: 'Acquisition & Growth' },
  { id: 'tiktok', label: 'TikTok', group: 'Acquisition & Growth' },
  { id: 'seo', label: 'SEO', group: 'Acquisition & Growth' },
  { id: 'email', label: 'E-mailing', group: 'Acquisition & Growth' },
  { id: 'influence', label: 'Influence', group: 'Acquisition & Growth' },
  { id: 'cro', label: 'Conversion (CRO)', group: 'Opérations & Logistique' },
  { id: 'logistics', label: 'Logistique', group: 'Opérations & Logistique' },
  { id: 'sourcing', label: 'Sourcing', group: 'Opérations & Logistique' },
  { id: 'marketplace', label: 'Marketplaces', group: 'Opérations & Logistique' },
  { id: 'cross-border', label: 'International', group: 'Opérations & Logistique' },
  { id: 'brand', label: 'Marque', group: 'Marque & Expérience' },
  { id: 'community', label: 'Communauté', group: 'Marque & Expérience' },
  { id: 'data', label: 'Data', group: 'Marque & Expérience' },
] as const;

export const CMS = [
  { id: 'shopify', label: 'Shopify' },
  { id: 'woocommerce', label: 'WooCommerce' },
  { id: 'prestashop', label: 'PrestaShop' },
  { id: 'magento', label: 'Magento' },
  { id: 'custom', label: 'Développement sur mesure' },
  { id: 'other', label: 'Autre' },
] as const;

/** No id is also one of a platform or carrier: an incident names any of them. */
export const PAYMENTS = [
  { id: 'stripe', label: 'Stripe' },
  { id: 'paypal', label: 'PayPal' },
  { id: 'shopify-payments', label: 'Shopify Payments' },
  { id: 'mollie', label: 'Mollie' },
  { id: 'adyen', label: 'Adyen' },
  { id: 'payplug', label: 'PayPlug' },
  { id: 'alma', label: 'Alma' },
  { id: 'klarna', label: 'Klarna' },
  { id: 'scalapay', label: 'Scalapay' },
  { id: 'payzen', label: 'PayZen' },
  { id: 'monetico', label: 'Monetico' },
  { id: 'mercanet', label: 'Mercanet' },
] as const;

export const CARRIERS = [
  { id: 'colissimo', label: 'Colissimo' },
  { id: 'chronopost', label: 'Chronopost' },
  { id: 'mondial-relay', label: 'Mondial Relay' },
  { id: 'relais-colis', label: 'Relais Colis' },
  { id: 'colis-prive', label: 'Colis Privé' },
  { id: 'dpd', label: 'DPD' },
  { id: 'gls', label: 'GLS' },
  { id: 'ups', label: 'UPS' },
  { id: 'dhl', label: 'DHL' },
  { id: 'fedex', label: 'FedEx' },
  { id: 'geodis', label: 'Geodis' },
  { id: 'vinted-go', label: 'Vinted Go' },
] as const;

export const SECTORS = [
  { id: 'fashion', label: 'Mode' },
  { id: 'beauty', label: 'Beauté' },
  { id: 'home', label: 'Maison' },
  { id: 'tech', label: 'High-tech' },
  { id: 'sports', label: 'Sport' },
  { id: 'kids', label: 'Enfants' },
  { id: 'food', label: 'Alimentation' },
  { id: 'health', label: 'Santé' },
  { id: 'other', label: 'Autre' },
] as const;

export const MONTHLY_ORDERS = [
  { id: '0-50', label: 'Moins de 50' },
  { id: '50-500', label: 'De 50 à 500' },
  { id: '500+', label: 'Plus de 500' },
] as const;

export const MAIN_CHANNELS = [
  { id: 'meta-ads', label: 'Meta Ads' },
  { id: 'google-ads', label: 'Google Ads' },
  { id: 'tiktok-ads', label: 'TikTok Ads' },
  { id: 'seo', label: 'SEO' },
  { id: 'email', label: 'E-mailing' },
  { id: 'influencers', label: 'Influenceurs' },
  { id: 'marketplace', label: 'Marketplaces' },
  { id: 'other', label: 'Autre' },
] as const;
