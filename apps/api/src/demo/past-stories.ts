import type { DemoStory } from './story.ts';

/** More than four days ago. */
export const PAST_STORIES: DemoStory[] = [
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
      [
        'Adrien',
        'Demande l’attestation au laboratoire plutôt qu’à l’usine : ils la renvoient en 24 h.',
        { solution: 'Quentin' },
      ],
      [
        'Paul',
        'Et fais déplacer le conteneur en entrepôt sous douane, c’est trois fois moins cher par jour.',
      ],
      [
        'Quentin',
        'Attestation reçue ce matin, conteneur libéré.',
        {
          file: {
            name: 'facture-du-port.png',
            drawing: 'invoice',
            alt: 'La facture du port : 1 415 €, attestation de conformité manquante, 180 € par jour de plus',
          },
          reactions: { '🎉': ['Adrien', 'Paul'] },
        },
      ],
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
