import type {
  Carrier,
  Cms,
  MainChannel,
  MonthlyOrders,
  Payment,
  Sector,
  Specialty,
} from '@guilde/contracts/profiles/rules.ts';

export type DemoPerson = {
  firstName: string;
  lastName: string;
  storeName: string;
  sector: Sector;
  cms: Cms;
  payments: Payment[];
  carriers: Carrier[];
  monthlyOrders: MonthlyOrders;
  mainChannel: MainChannel;
  specialties: [Specialty, Specialty, Specialty];
  bio: string;
};

type Row = [string, string, string, Sector, Specialty, Specialty, Specialty, string?];

const ROWS: Row[] = [
  [
    'Nina',
    'Roche',
    'Maison Roche',
    'home',
    'data',
    'seo',
    'cro',
    'Fondatrice. Dix ans de décoration en ligne, et autant d’erreurs à partager.',
  ],
  [
    'Claire',
    'Martin',
    'Atelier Nord',
    'home',
    'ads',
    'seo',
    'brand',
    'Je fabrique des luminaires à Lille et je les vends dans toute l’Europe.',
  ],
  [
    'Karim',
    'Benali',
    'Épices & Co',
    'food',
    'ads',
    'cro',
    'data',
    'Épices en direct des producteurs. Ancien acheteur média.',
  ],
  [
    'Zoé',
    'Lefèvre',
    'Petite Œuvre',
    'kids',
    'tiktok',
    'influence',
    'community',
    'Jouets en bois, beaucoup de vidéos courtes.',
  ],
  [
    'Paul',
    'Durand',
    'Vélo Durand',
    'sports',
    'logistics',
    'sourcing',
    'marketplace',
    'Pièces de vélo : trois entrepôts, un transporteur par pays.',
  ],
  [
    'Lucie',
    'Moreau',
    'Savons Lucie',
    'beauty',
    'email',
    'brand',
    'cro',
    'Savonnerie artisanale, 60 % du chiffre par e-mail.',
  ],
  [
    'Hugo',
    'Petit',
    'Tech Hugo',
    'tech',
    'data',
    'cross-border',
    'ads',
    'Accessoires pour photographes, vendus dans douze pays.',
  ],
  [
    'Camille',
    'Bernard',
    'Lin & Lune',
    'home',
    'brand',
    'community',
    'email',
    'Linge de maison en lin français.',
  ],
  [
    'Mehdi',
    'Haddad',
    'Cafés Haddad',
    'food',
    'email',
    'logistics',
    'cro',
    'Torréfacteur à Marseille, abonnements depuis 2019.',
  ],
  ['Sophie', 'Girard', 'Les Souliers de Sophie', 'fashion', 'ads', 'influence', 'cross-border'],
  [
    'Thomas',
    'Lambert',
    'Outils Lambert',
    'other',
    'seo',
    'marketplace',
    'sourcing',
    'Quincaillerie de précision, 18 000 références.',
  ],
  ['Inès', 'Fontaine', 'Bijoux Inès', 'fashion', 'tiktok', 'brand', 'influence'],
  ['Antoine', 'Rousseau', 'Cave Rousseau', 'food', 'seo', 'email', 'data'],
  ['Manon', 'Vincent', 'Bébé Coton', 'kids', 'cro', 'ads', 'community'],
  ['Julien', 'Muller', 'Alpin Sport', 'sports', 'marketplace', 'logistics', 'ads'],
  ['Sarah', 'Faure', 'Peau Neuve', 'beauty', 'influence', 'email', 'seo'],
  ['Nicolas', 'André', 'Atelier du Cuir', 'fashion', 'brand', 'sourcing', 'cross-border'],
  ['Élodie', 'Mercier', 'Papeterie Mercier', 'other', 'seo', 'cro', 'email'],
  ['Romain', 'Blanc', 'Domotique Facile', 'tech', 'data', 'ads', 'cro'],
  ['Amélie', 'Guérin', 'Verveine', 'health', 'brand', 'seo', 'community'],
  ['Maxime', 'Boyer', 'Pêche Boyer', 'sports', 'sourcing', 'seo', 'marketplace'],
  ['Chloé', 'Garnier', 'Chloé Déco', 'home', 'influence', 'tiktok', 'brand'],
  ['Yanis', 'Chevalier', 'Sneaker Lab', 'fashion', 'ads', 'tiktok', 'data'],
  ['Pauline', 'François', 'Miel & Cie', 'food', 'community', 'email', 'logistics'],
  ['Bastien', 'Legrand', 'Son Legrand', 'tech', 'seo', 'cro', 'cross-border'],
  ['Mathilde', 'Gauthier', 'Tricot Mathilde', 'fashion', 'community', 'brand', 'email'],
  ['Olivier', 'Garcia', 'Jardin Garcia', 'home', 'logistics', 'seo', 'ads'],
  ['Laura', 'Perrin', 'Laura Cosmétiques', 'beauty', 'ads', 'cro', 'influence'],
  ['Quentin', 'Robin', 'Robin Cycles', 'sports', 'marketplace', 'data', 'logistics'],
  ['Fatou', 'Diallo', 'Wax Avenue', 'fashion', 'influence', 'cross-border', 'tiktok'],
  ['Vincent', 'Clément', 'Clément Thés', 'food', 'email', 'brand', 'seo'],
  ['Marine', 'Morin', 'Marine Yoga', 'sports', 'community', 'tiktok', 'email'],
  ['Adrien', 'Nicolas', 'Pièces Nicolas', 'tech', 'sourcing', 'marketplace', 'data'],
  ['Jeanne', 'Henry', 'Librairie Henry', 'other', 'seo', 'community', 'brand'],
  ['Samuel', 'Roussel', 'Barbe & Fils', 'beauty', 'ads', 'email', 'brand'],
  ['Alice', 'Mathieu', 'Alice et les Chats', 'other', 'influence', 'cro', 'community'],
  ['David', 'Gautier', 'Gautier Literie', 'home', 'ads', 'logistics', 'cro'],
  ['Léa', 'Masson', 'Masson Vintage', 'fashion', 'marketplace', 'brand', 'sourcing'],
  ['Florian', 'Marchand', 'Marchand de Jeux', 'kids', 'seo', 'ads', 'marketplace'],
  ['Charlotte', 'Duval', 'Duval Fleurs', 'home', 'logistics', 'brand', 'email'],
  ['Gabriel', 'Denis', 'Nutri Denis', 'health', 'data', 'email', 'ads'],
  ['Émilie', 'Dumont', 'Dumont Porcelaine', 'home', 'brand', 'cross-border', 'seo'],
  ['Alexandre', 'Marie', 'Marie Optique', 'health', 'cro', 'data', 'seo'],
  ['Noémie', 'Lemaire', 'Bougies Lemaire', 'home', 'tiktok', 'email', 'brand'],
  ['Guillaume', 'Noël', 'Noël Chocolats', 'food', 'logistics', 'ads', 'email'],
  ['Salomé', 'Meyer', 'Meyer Lunettes', 'fashion', 'cross-border', 'ads', 'influence'],
  ['Rayan', 'Dufour', 'Dufour Auto', 'tech', 'marketplace', 'sourcing', 'seo'],
  ['Clara', 'Meunier', 'Clara Céramique', 'home', 'community', 'influence', 'brand'],
  ['Benoît', 'Brun', 'Brun Randonnée', 'sports', 'seo', 'logistics', 'cross-border'],
  ['Anaïs', 'Blanchard', 'Anaïs Lingerie', 'fashion', 'ads', 'cro', 'email'],
  ['Louis', 'Giraud', 'Giraud Fromages', 'food', 'logistics', 'email', 'community'],
  ['Victoria', 'Joly', 'Joly Parfums', 'beauty', 'brand', 'influence', 'cross-border'],
  ['Simon', 'Rivière', 'Rivière Tech', 'tech', 'data', 'cro', 'ads'],
  ['Margaux', 'Lucas', 'Lucas & Filles', 'kids', 'tiktok', 'community', 'ads'],
  ['Théo', 'Brunet', 'Brunet Bois', 'home', 'sourcing', 'logistics', 'seo'],
  ['Agathe', 'Gaillard', 'Herbes d’Agathe', 'health', 'seo', 'email', 'brand'],
  ['Malik', 'Barbier', 'Barbier Store', 'beauty', 'ads', 'tiktok', 'data'],
  ['Juliette', 'Arnaud', 'Arnaud Maroquinerie', 'fashion', 'cross-border', 'brand', 'marketplace'],
  ['Rémi', 'Martinez', 'Martinez Surf', 'sports', 'influence', 'marketplace', 'ads'],
  ['Hélène', 'Leroy', 'Leroy Confitures', 'food', 'email', 'community', 'cro'],
];

const CMS_IN_TURN: Cms[] = ['shopify', 'prestashop', 'woocommerce', 'shopify', 'magento', 'custom'];
const PAYMENTS_IN_TURN: Payment[][] = [
  ['stripe', 'paypal'],
  ['payplug'],
  ['stripe', 'alma'],
  [],
  ['mollie', 'paypal'],
];
const CARRIERS_IN_TURN: Carrier[][] = [
  ['colissimo', 'mondial-relay'],
  ['chronopost', 'dpd'],
  [],
  ['mondial-relay'],
];
const ORDERS_IN_TURN: MonthlyOrders[] = ['50-500', '500+', '0-50'];
const CHANNELS_IN_TURN: MainChannel[] = [
  'meta-ads',
  'seo',
  'email',
  'google-ads',
  'tiktok-ads',
  'marketplace',
];

function inTurn<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

/** Nina is the founder; the first six help the most. */
export const DEMO_PEOPLE: DemoPerson[] = ROWS.map(
  ([firstName, lastName, storeName, sector, first, second, third, bio = ''], index) => ({
    firstName,
    lastName,
    storeName,
    sector,
    cms: inTurn(CMS_IN_TURN, index),
    payments: inTurn(PAYMENTS_IN_TURN, index),
    carriers: inTurn(CARRIERS_IN_TURN, index),
    monthlyOrders: inTurn(ORDERS_IN_TURN, index),
    mainChannel: inTurn(CHANNELS_IN_TURN, index),
    specialties: [first, second, third],
    bio,
  }),
);
