type Draft = { title: string; description: string };
/** `answer` is the beginning of the title of the article that answers the question. */
type Answered = { q: string; answer: string; draft?: Draft };
type Unanswered = { q: string; description?: string };

/** The questions are typed as merchants type them; a `draft` is the SOS that they would write. */
export const ANSWERED: Answered[] = [
  {
    q: 'cpte google bloqué',
    answer: 'Compte Google Ads suspendu',
    draft: {
      title: 'Mon compte google ads est bloqué',
      description: 'Depuis hier plus rien ne tourne, que faire ?',
    },
  },
  { q: 'adwords suspendu', answer: 'Compte Google Ads suspendu' },
  {
    q: 'compte pub facebook désactivé',
    answer: 'Gestionnaire de publicités Meta',
    draft: {
      title: 'Compte pub meta desactivé',
      description: 'Impossible de lancer une annonce, aucun message de leur part.',
    },
  },
  { q: 'meta a banni mes pubs', answer: 'Gestionnaire de publicités Meta' },
  {
    q: 'produits refusés merchant center',
    answer: 'Flux Google Merchant Center',
    draft: {
      title: 'Google Merchant refuse mes produits',
      description: 'Il me demande un GTIN sur tout le catalogue.',
    },
  },
  {
    q: 'gtin manquant flux shopping',
    answer: 'Flux Google Merchant Center',
    draft: {
      title: 'C’est quoi un GTIN ?',
      description: 'Je vends des bijoux faits main, je n’en ai aucun.',
    },
  },
  {
    q: 'roas en chute depuis que je boost mon budget',
    answer: 'Le ROAS s’effondre',
    draft: {
      title: 'ROAS divisé par deux',
      description: 'J’ai monté le budget facebook la semaine dernière.',
    },
  },
  { q: 'tik tok shop dossier refusé', answer: 'TikTok Shop' },
  {
    q: 'tiktok shop',
    answer: 'TikTok Shop',
    draft: {
      title: 'Impossible d’ouvrir mon TikTok Shop',
      description: 'Ils refusent mon dossier sans raison.',
    },
  },
  {
    q: 'mes newsletter vont dans les spams',
    answer: 'Newsletters classées en spam',
    draft: {
      title: 'Mes mailings finissent en indésirables',
      description: 'Gmail surtout, taux d’ouverture à 4 %.',
    },
  },
  { q: 'delivrabilité klaviyo catastrophique', answer: 'Newsletters classées en spam' },
  { q: 'bcp d’ajouts panier mais pas de vente', answer: 'Taux d’ajout au panier' },
  { q: 'abandon panier frais de port', answer: 'Taux d’ajout au panier' },
  {
    q: 'faux avis concurrent',
    answer: 'Faux commentaires',
    draft: {
      title: 'Un concurrent nous met des faux avis',
      description: 'Dix notes à une étoile en deux jours sur Trustpilot.',
    },
  },
  { q: 'trustpilot avis bidon', answer: 'Faux commentaires' },
  { q: 'ameliorer mes fiches produits', answer: 'Fiches produit' },
  {
    q: 'shopify rame',
    answer: 'Thème Shopify très lent',
    draft: {
      title: 'Mon shopify est hyper lent',
      description: 'Six secondes pour afficher l’accueil depuis les nouvelles applis.',
    },
  },
  { q: 'pagespeed trop d’applis', answer: 'Thème Shopify très lent' },
  {
    q: 'ecran blanc prestashop maj',
    answer: 'Page blanche après',
    draft: {
      title: 'Prestashop en page blanche',
      description: 'J’ai lancé une mise à jour ce matin et plus rien.',
    },
  },
  { q: 'erreur 500 presta module php', answer: 'Page blanche après' },
  {
    q: 'chute seo apres changement url',
    answer: 'Positions Google perdues',
    draft: {
      title: 'Référencement en chute libre',
      description: 'On a changé toutes nos URL, les redirections sont faites à moitié.',
    },
  },
  { q: 'redirection 301 refonte', answer: 'Positions Google perdues' },
  {
    q: 'ga4 compte 2 fois les achats',
    answer: 'Achats en double',
    draft: {
      title: 'Analytics compte chaque achat deux fois',
      description: 'Le chiffre d’affaires est le double du vrai.',
    },
  },
  {
    q: 'robots qui créent des comptes clients',
    answer: 'Inscriptions de robots',
    draft: { title: 'Des robots créent des faux clients', description: 'Trois cents inscriptions par nuit.' },
  },
  {
    q: 'colis mondial relais perdu',
    answer: 'Colis Mondial Relay',
    draft: {
      title: 'Colis perdu par mondial relay',
      description: 'La cliente veut être remboursée, eux ne répondent pas.',
    },
  },
  { q: 'indemnisation transporteur colis égarés', answer: 'Colis Mondial Relay' },
  {
    q: 'casse verre transport',
    answer: 'Verres arrivés cassés',
    draft: { title: 'Mes verres arrivent cassés', description: 'Un colis sur quinze, la clientèle râle.' },
  },
  {
    q: 'argent bloqué paypal',
    answer: 'PayPal bloque',
    draft: { title: 'PayPal retient mes fonds', description: 'Ils parlent d’une réserve de six mois.' },
  },
  {
    q: 'chargback a repetition',
    answer: 'Chargebacks en série',
    draft: {
      title: 'Plein de litiges carte bancaire',
      description: 'Chargebacks tous les jours, sûrement des cartes volées.',
    },
  },
  { q: 'fraude carte volée 3d secure', answer: 'Chargebacks en série' },
  {
    q: 'tresorerie janvier',
    answer: 'Trésorerie à sec',
    draft: {
      title: 'Trésorerie tendue après les fêtes',
      description: 'Je ne sais pas comment payer mes charges le mois prochain.',
    },
  },
  {
    q: 'oubli declaration oss',
    answer: 'TVA OSS',
    draft: {
      title: 'J’ai oublié ma déclaration OSS',
      description: 'Le trimestre est passé, je risque quoi comme pénalité ?',
    },
  },
  {
    q: 'frais de retour a la charge du client',
    answer: 'Rétractation',
    draft: {
      title: 'Un client se rétracte',
      description: 'Il veut que je vienne chercher la table à mes frais.',
    },
  },
  {
    q: 'mise en demeure marque inpi',
    answer: 'Mise en demeure',
    draft: {
      title: 'On m’envoie une mise en demeure',
      description: 'Une société dit que le nom de ma collection lui appartient.',
    },
  },
  {
    q: 'cnil bandeau cookie',
    answer: 'Bannière de cookies',
    draft: { title: 'Courrier reçu de la CNIL', description: 'Ils me donnent un mois pour répondre.' },
  },
  {
    q: 'stock faux entre logisticien et site',
    answer: 'Écarts d’inventaire',
    draft: {
      title: 'Stocks jamais justes entre l’entrepôt et la boutique',
      description: 'On vend des pièces qu’on n’a plus.',
    },
  },
  {
    q: 'fournisseur chine lot défectueux',
    answer: 'Fabricant chinois',
    draft: {
      title: 'Lot non conforme reçu de Chine',
      description: 'Le tissu n’a rien à voir avec ce que j’avais validé.',
    },
  },
  {
    q: 'marchandises coincées douanes',
    answer: 'Marchandise retenue',
    draft: { title: 'Ma marchandise est coincée à la douane', description: 'Ils réclament un numéro EORI.' },
  },
  {
    q: 'embaucher alternant ou mi temps',
    answer: 'Première salariée',
    draft: {
      title: 'Prendre une alternante ?',
      description: 'Je n’ai jamais eu de salarié et je suis débordée.',
    },
  },
  { q: 'virer mon agence', answer: 'Rompre avec une agence' },
];

/** No article answers these, though they share words with some. */
export const UNANSWERED: Unanswered[] = [
  {
    q: 'quel logiciel de caisse pour ma boutique physique',
    description: 'Je cherche une caisse qui parle à mon site.',
  },
  { q: 'trouver un nom de domaine pour ma marque', description: 'Le .com est déjà pris.' },
  {
    q: 'assurance responsabilité civile pour vendre des bougies',
    description: 'Le marché de Noël me réclame une attestation avant vendredi.',
  },
  {
    q: 'imprimante thermique pour étiquettes laquelle prendre',
    description: 'Environ cinquante colis par jour.',
  },
  {
    q: 'congé maternité quand on est gérante',
    description: 'Qui répond aux clients et expédie les colis pendant ce temps ?',
  },
  {
    q: 'à quel prix céder mon entreprise',
    description: 'Un acheteur me demande les chiffres des trois dernières années.',
  },
  {
    q: 'traduire ma boutique en espagnol',
    description: 'Fiches produit, e-mails, conditions générales : par quoi commencer ?',
  },
  { q: 'photographe pour packshots à Lyon', description: 'Une trentaine de produits à shooter avant Noël.' },
  { q: 'a-t-on le droit de vendre de l’alcool en ligne' },
  {
    q: 'programme de fidélité à points',
    description: 'Nos clients reviennent peu après la première commande.',
  },
  {
    q: 'campagne de financement participatif sur ulule',
    description: 'Combien de jours, et quel budget de communication ?',
  },
  { q: 'ouvrir un compte bancaire pro', description: 'La banque demande beaucoup de papiers.' },
  {
    q: 'chatbot pour répondre aux clients la nuit',
    description: 'Surtout des questions de suivi de livraison.',
  },
  { q: 'expédier des plantes vivantes en hiver', description: 'J’ai peur du gel pendant le transport.' },
  {
    q: 'bail commercial : puis-je sous-louer une partie du local',
    description: 'La moitié de l’entrepôt ne me sert plus.',
  },
  { q: 'quel podcast écouter sur le e-commerce' },
  { q: 'calculer mon prix de revient', description: 'Je ne sais pas si je compte les frais de livraison.' },
  { q: 'emballage cadeau personnalisé pour la fête des mères' },
  { q: 'vendre sur pinterest', description: 'Ça marche pour la déco ?' },
  {
    q: 'organiser une vente privée dans un showroom',
    description: 'Une soirée pour les meilleures clientes.',
  },
];

/** Each title shares one word with the title of an article, as another word of its family. */
export const OTHER_SUBJECTS: string[] = [
  'changer de banque pro',
  'créer un podcast de marque',
  'augmenter mes prix',
  'Changer de comptable',
  'Déposer un brevet',
  'Doubler mon stock avant Noël',
  'Classer mes produits par couleur',
  'J’ai oublié mon mot de passe',
  'Réserver un stand au marché',
  'Retenir mes salariés',
  'Ajouter une langue à mon blog',
];
