import type { OutcomeAnswer, Saved } from '@guilde/contracts/outcomes.ts';
import type { Specialty } from '@guilde/contracts/profiles.ts';
import type { SosCategory } from '@guilde/contracts/sos.ts';

/** Listed for everybody, for members, or not at all. */
export type DemoArticle = 'public' | 'members' | 'rejected';

/** Seven days later. */
export type DemoHeld = { answer: OutcomeAnswer; comment?: string; saved?: Saved };

/** `stars`: one rating per helper, in order of joining. Without `article` the summary is pending. */
export type DemoEnding =
  | { kind: 'resolved'; stars: number[]; comments?: string[]; article?: DemoArticle; held?: DemoHeld }
  | { kind: 'closed' }
  | { kind: 'running' };

/** `lines`: by first name; helpers join with their first line. */
export type DemoStory = {
  author: string;
  hoursAgo: number;
  category: SosCategory;
  specialties: Specialty[];
  isUrgent?: true;
  title: string;
  description: string;
  lines: [string, string][];
  invites?: string[];
  ending: DemoEnding;
};

export const DEMO_STORIES: DemoStory[] = [
  {
    author: 'Claire',
    hoursAgo: 3,
    category: 'ads',
    specialties: ['ads'],
    isUrgent: true,
    title: 'Compte publicitaire suspendu à dix jours de Noël',
    description:
      'Contexte : notre compte publicitaire a été suspendu ce matin, sans avertissement. Motif affiché : « pratiques commerciales inacceptables ».\n\nCe que j’ai essayé : la demande de révision, refusée en une heure, visiblement par un robot. Toutes les pages légales sont en ligne et les délais de livraison sont tenus.\n\nCe que j’attends : quelqu’un qui est déjà passé par là, et l’ordre dans lequel faire les choses.',
    lines: [
      ['Karim', 'Bonjour Claire, ça nous est arrivé en mars. As-tu un numéro de dossier ?'],
      ['Claire', 'Oui, il commence par 7731. Je l’ai reçu avec le refus.'],
      [
        'Karim',
        'Très bien. Ne crée surtout pas un second compte, c’est ce qui rend la suspension définitive.',
      ],
      [
        'Zoé',
        'Je confirme. Chez nous, c’est le délai d’expédition affiché qui ne correspondait pas à la réalité.',
      ],
      ['Claire', 'Justement, j’affiche 48 h et nous sommes à 72 h depuis lundi.'],
      [
        'Paul',
        'Corrige d’abord la page produit et les conditions de livraison, puis demande la révision en joignant des captures datées.',
      ],
      ['Karim', 'Je te retrouve le modèle de lettre que nous avions envoyé, il cite les points un par un.'],
    ],
    invites: ['Lucie'],
    ending: { kind: 'running' },
  },
  {
    author: 'Mehdi',
    hoursAgo: 7,
    category: 'conversion',
    specialties: ['cro'],
    title: 'Taux d’abandon de panier passé de 62 à 81 % en une semaine',
    description:
      'Contexte : aucune nouveauté visible sur la boutique, trafic stable, même mix de sources.\n\nCe que j’ai essayé : comparer mobile et ordinateur (la chute ne touche que le mobile), vider les caches, retirer la bannière de consentement.\n\nCe que j’attends : des idées sur ce qui peut casser un tunnel mobile sans erreur apparente.',
    lines: [
      [
        'Lucie',
        'Tu as testé avec un vrai téléphone un peu ancien ? Un champ caché par le clavier, ça ne se voit pas ailleurs.',
      ],
      ['Mehdi', 'Pas encore, je regarde.'],
    ],
    ending: { kind: 'running' },
  },
  {
    author: 'Sophie',
    hoursAgo: 12,
    category: 'legal',
    specialties: ['cross-border'],
    title: 'TVA : premier dépassement du seuil en Belgique',
    description:
      'Nous dépassons le seuil de 10 000 € de ventes à distance vers l’Union, surtout en Belgique. Faut-il appliquer la TVA belge dès la commande qui dépasse, ou au 1er du mois suivant ? Et qui a basculé son CMS récemment ?',
    lines: [],
    invites: ['Claire'],
    ending: { kind: 'running' },
  },
  {
    author: 'Romain',
    hoursAgo: 20,
    category: 'tech',
    specialties: ['data'],
    isUrgent: true,
    title: 'Les conversions ne remontent plus depuis la mise à jour du consentement',
    description:
      'Depuis jeudi, nos campagnes ne reçoivent plus que 20 % des conversions. Le panneau de consentement a été mis à jour le même jour.\n\nJ’ai vérifié que la balise se déclenche, mais le signal de consentement semble arriver trop tard.',
    lines: [
      [
        'Simon',
        'Le mode de consentement doit être chargé avant le gestionnaire de balises. Peux-tu vérifier l’ordre dans le code de la page ?',
      ],
      ['Romain', 'Il est après. C’est le module qui l’insère en bas de page.'],
      [
        'Hugo',
        'Même souci chez nous : déplacer le script en tête a suffi, les conversions sont revenues en une heure.',
      ],
      ['Romain', 'Je déplace et je vous dis.'],
    ],
    ending: { kind: 'running' },
  },
  {
    author: 'Manon',
    hoursAgo: 30,
    category: 'sourcing',
    specialties: ['sourcing'],
    title: 'Fournisseur portugais en retard de six semaines sur les bodys',
    description:
      'Notre atelier au Portugal annonce six semaines de retard sur 1 200 pièces. Les précommandes sont encaissées. Avez-vous un atelier de secours, ou une manière honnête de l’annoncer aux clients ?',
    lines: [
      ['Paul', 'J’ai un atelier à Guimarães qui prend de petites séries, je t’envoie le contact ici.'],
      ['Manon', 'Merci, je les appelle demain matin.'],
      [
        'Nicolas',
        'Pour l’annonce : propose le choix, attendre avec un geste ou être remboursé. Chez nous, 80 % ont attendu.',
      ],
      ['Paul', 'Pense à demander une pièce témoin avant de lancer la série.'],
    ],
    ending: {
      kind: 'resolved',
      stars: [5, 4],
      comments: ['Contact en or, atelier trouvé en deux jours.', ''],
    },
  },
  {
    author: 'Antoine',
    hoursAgo: 52,
    category: 'team',
    specialties: [],
    title: 'Première embauche : préparateur ou service client ?',
    description:
      'Nous sommes deux, à 400 commandes par mois. Le soir, il reste toujours des colis et des e-mails. Par quel poste commencer, et à quel niveau de commandes avez-vous franchi le pas ?',
    lines: [
      [
        'Lucie',
        'Nous avons commencé par la préparation à mi-temps : c’est le plus facile à déléguer et cela libère les matinées.',
      ],
      ['Pauline', 'Même choix. Le service client t’apprend trop sur tes produits pour le confier au début.'],
      ['Antoine', 'Vous m’avez convaincu, j’ouvre un mi-temps en préparation.'],
    ],
    ending: { kind: 'resolved', stars: [5, 5], comments: ['Conseil très concret.', 'Merci pour le recul.'] },
  },
  {
    author: 'Julien',
    hoursAgo: 76,
    category: 'other',
    specialties: ['logistics'],
    title: 'Transporteur : colis marqués livrés mais jamais reçus',
    description:
      'Douze colis en deux semaines marqués livrés, mais absents. Le transporteur renvoie vers le client. Comment monter un dossier qui aboutit ?',
    lines: [
      [
        'Paul',
        'Demande systématiquement la preuve de livraison avec la position GPS : ils sont tenus de la fournir.',
      ],
      [
        'Olivier',
        'Et fais remplir une attestation sur l’honneur à chaque client, sans elle le dossier est rejeté.',
      ],
      ['Julien', 'Dossier complet envoyé, neuf colis remboursés.'],
    ],
    ending: { kind: 'resolved', article: 'public', stars: [5, 4] },
  },
  {
    author: 'Laura',
    hoursAgo: 100,
    category: 'ads',
    specialties: ['ads', 'influence'],
    title: 'Coût d’acquisition doublé depuis octobre',
    description:
      'Nos visuels n’ont pas changé, l’audience non plus, mais le coût d’acquisition est passé de 14 à 29 €. Faut-il tout relancer ou attendre la fin des fêtes ?',
    lines: [
      ['Karim', 'Regarde la répétition : au-dessus de 3,5, ce sont les visuels qui s’usent.'],
      ['Laura', 'Je suis à 4,8 en effet.'],
      [
        'Yanis',
        'Trois nouveaux visuels par semaine, filmés au téléphone : chez nous, retour à 16 € en dix jours.',
      ],
      [
        'Claire',
        'Et coupe les audiences larges pendant deux semaines, la concurrence est trop forte avant Noël.',
      ],
      ['Laura', 'Nouveau test lancé, déjà 19 €. Merci à tous les trois.'],
    ],
    ending: {
      kind: 'resolved',
      article: 'members',
      stars: [5, 5, 4],
      comments: ['Diagnostic immédiat.', 'Idée simple et efficace.', ''],
    },
  },
  {
    author: 'Benoît',
    hoursAgo: 130,
    category: 'tech',
    specialties: ['seo'],
    title: 'Migration de CMS : chute de 40 % du trafic naturel',
    description:
      'Passage de PrestaShop à Shopify il y a trois semaines. Les redirections sont en place, mais le trafic naturel a perdu 40 %. Que vérifier en premier ?',
    lines: [
      ['Thomas', 'Les variantes : Shopify crée une adresse par collection, vérifie tes balises canoniques.'],
      [
        'Élodie',
        'Et les anciennes pages de catégories avec filtres : elles reçoivent souvent le plus de liens.',
      ],
      ['Benoît', 'Il manquait 300 redirections de filtres. Je les ajoute.'],
      ['Thomas', 'Laisse deux semaines, puis compare page par page.'],
    ],
    ending: { kind: 'resolved', article: 'public', stars: [5, 5] },
  },
  {
    author: 'Inès',
    hoursAgo: 160,
    category: 'conversion',
    specialties: ['cro', 'brand'],
    title: 'Avis négatifs en rafale sur un bijou : que répondre ?',
    description:
      'Cinq avis à une étoile en deux jours, tous sur le même fermoir. Le lot est défectueux. Dois-je répondre publiquement ?',
    lines: [
      [
        'Samuel',
        'Oui, une réponse par avis, courte, avec la solution. Et retire le lot de la vente tout de suite.',
      ],
      ['Inès', 'Lot retiré, échanges lancés.'],
    ],
    ending: { kind: 'resolved', article: 'members', stars: [4] },
  },
  {
    author: 'Gabriel',
    hoursAgo: 200,
    category: 'legal',
    specialties: [],
    title: 'Allégations santé : mise en demeure reçue',
    description:
      'Une association nous met en demeure à propos d’une phrase sur le sommeil. La phrase vient du fournisseur. Qui a déjà fait valider ses textes ?',
    lines: [
      [
        'Amélie',
        'Retire la phrase aujourd’hui et réponds que c’est fait : dans notre cas, cela s’est arrêté là.',
      ],
    ],
    ending: {
      kind: 'resolved',
      article: 'rejected',
      stars: [5],
      comments: ['Réponse en dix minutes, un grand merci.'],
    },
  },
  {
    author: 'Chloé',
    hoursAgo: 230,
    category: 'other',
    specialties: ['influence'],
    title: 'Une influenceuse n’a pas publié après avoir reçu les produits',
    description:
      'Contrat signé, produits envoyés, aucune publication depuis un mois. Faut-il insister ou passer à autre chose ?',
    lines: [],
    ending: { kind: 'closed' },
  },
  {
    author: 'Quentin',
    hoursAgo: 260,
    category: 'sourcing',
    specialties: ['sourcing', 'logistics'],
    title: 'Conteneur bloqué à l’arrivée : document manquant',
    description:
      'Le conteneur est bloqué au Havre : il manque une attestation de conformité. Chaque jour coûte 180 €.',
    lines: [
      ['Adrien', 'Demande l’attestation au laboratoire plutôt qu’à l’usine : ils la renvoient en 24 h.'],
      [
        'Paul',
        'Et fais déplacer le conteneur en entrepôt sous douane, c’est trois fois moins cher par jour.',
      ],
      ['Quentin', 'Attestation reçue ce matin, conteneur libéré.'],
    ],
    ending: {
      kind: 'resolved',
      article: 'public',
      stars: [5, 5],
      held: { answer: 'yes', saved: { amount: 1200, unit: 'euros' } },
    },
  },
  {
    author: 'Fatou',
    hoursAgo: 300,
    category: 'ads',
    specialties: ['tiktok'],
    title: 'Premières publicités vidéo : quel budget pour apprendre ?',
    description:
      'Nous n’avons jamais fait de publicité vidéo. Avec 1 500 € par mois, combien de vidéos et combien de temps avant de juger ?',
    lines: [
      ['Zoé', 'Dix vidéos, 15 € par jour chacune, quatre jours. Garde les deux meilleures.'],
      ['Yanis', 'Et filme le même produit avec cinq accroches : c’est l’accroche qui décide.'],
      ['Fatou', 'Première vidéo rentable hier soir !'],
    ],
    ending: {
      kind: 'resolved',
      article: 'public',
      stars: [5, 5],
      held: {
        answer: 'partly',
        comment: 'Le coût a baissé, pas encore assez pour arrêter les images fixes.',
      },
    },
  },
  {
    author: 'Vincent',
    hoursAgo: 340,
    category: 'conversion',
    specialties: ['email'],
    title: 'Les e-mails de relance arrivent en courrier indésirable',
    description:
      'Depuis le changement d’outil, la moitié de nos relances arrive en indésirables. SPF est en place, DKIM aussi.',
    lines: [
      ['Lucie', 'Et DMARC ? Sans lui, les grands fournisseurs filtrent depuis février.'],
      ['Vincent', 'Il manquait. Ajouté, et les ouvertures remontent.'],
    ],
    ending: { kind: 'resolved', article: 'members', stars: [5], held: { answer: 'no' } },
  },
  {
    author: 'Marine',
    hoursAgo: 380,
    category: 'team',
    specialties: ['community'],
    title: 'Animer une communauté de clientes sans y passer ses soirées',
    description:
      'Le groupe compte 900 personnes et je réponds à tout, seule. Comment déléguer sans perdre le ton ?',
    lines: [
      ['Camille', 'Nomme deux clientes ambassadrices et fixe deux rendez-vous par semaine, pas plus.'],
      ['Jeanne', 'Une page de réponses types, relue chaque mois, nous a sauvé la vie.'],
      ['Marine', 'Deux ambassadrices ont accepté, merci !'],
    ],
    ending: {
      kind: 'resolved',
      article: 'members',
      stars: [5, 4],
      held: {
        answer: 'yes',
        comment: 'Une heure par jour suffit maintenant.',
        saved: { amount: 6, unit: 'hours' },
      },
    },
  },
  {
    author: 'David',
    hoursAgo: 420,
    category: 'other',
    specialties: ['logistics'],
    title: 'Retours de matelas : transporteur qui refuse les cartons ouverts',
    description:
      'Notre transporteur refuse les matelas déballés. La loi nous oblige à reprendre. Quelle solution pour les gros volumes ?',
    lines: [],
    ending: { kind: 'closed' },
  },
];
