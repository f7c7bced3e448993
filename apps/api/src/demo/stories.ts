import { PAST_STORIES } from './past-stories.ts';
import type { DemoStory } from './story.ts';

const LETTER = `Objet\u00a0: demande de révision, dossier n°\u00a0…

Madame, Monsieur,

1. Délai affiché\u00a0: corrigé le …, capture datée ci-jointe.
2. Conditions de livraison\u00a0: mises à jour le …, adresse de la page\u00a0: …
3. Commandes en cours\u00a0: les acheteurs ont été prévenus du retard par e-mail le …

Nous vous remercions de bien vouloir examiner ces points un par un.
`;

/** Three within an hour: an incident is proposed. */
const PARCELS: DemoStory[] = [
  {
    author: 'Lucie',
    hoursAgo: 2.5,
    category: 'other',
    specialties: ['logistics'],
    title: 'Étiquettes DPD impossibles à générer',
    description:
      'Depuis une demi-heure, chaque demande d’étiquette revient en erreur. Rien n’a changé de notre côté. Est-ce que ça marche chez vous\u202f?',
    lines: [],
    ending: { kind: 'running' },
  },
  {
    author: 'Paul',
    hoursAgo: 2.25,
    category: 'other',
    specialties: ['logistics'],
    title: 'Suivi de colis figé depuis ce matin',
    description: 'Les colis partis hier par DPD restent «\u00a0en préparation\u00a0», les clients appellent.',
    lines: [],
    ending: { kind: 'running' },
  },
  {
    author: 'Laura',
    hoursAgo: 2,
    category: 'other',
    specialties: ['logistics'],
    title: 'Enlèvement DPD refusé par l’interface',
    description: 'L’API répond que le service est indisponible. Soixante colis attendent sur le quai.',
    lines: [],
    ending: { kind: 'running' },
  },
];

export const DEMO_STORIES: DemoStory[] = [
  ...PARCELS,
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
      [
        'Claire',
        'Oui, il commence par 7731. Je l’ai reçu avec le refus.',
        {
          file: {
            name: 'suspension.png',
            drawing: 'suspended-account',
            alt: 'Le gestionnaire de publicités\u00a0: un bandeau rouge dit que le compte est suspendu, les trois campagnes sont arrêtées',
          },
        },
      ],
      [
        'Karim',
        'Très bien. Ne crée surtout pas un second compte, c’est ce qui rend la suspension définitive.',
        { reactions: { '🙏': ['Claire'], '👍': ['Zoé', 'Paul'] } },
      ],
      [
        'Zoé',
        'Je confirme. Chez nous, c’est le délai d’expédition affiché qui ne correspondait pas à la réalité.',
        { reactions: { '👀': ['Claire'] } },
      ],
      ['Claire', 'Justement, j’affiche 48 h et nous sommes à 72 h depuis lundi.', { answers: 3 }],
      [
        'Paul',
        'Corrige d’abord la page produit et les conditions de livraison, puis demande la révision en joignant des captures datées.',
        {
          was: 'Corrige d’abord la page produit, puis demande la révision.',
          reactions: { '👍': ['Claire', 'Karim'] },
          solution: 'Karim',
        },
      ],
      [
        'Karim',
        'Je te retrouve le modèle de lettre que nous avions envoyé, il cite les points un par un.',
        { file: { name: 'modele-de-lettre.txt', text: LETTER } },
      ],
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
      [
        'Mehdi',
        'Tu avais raison, @Lucie : sur un vieux téléphone, le clavier cache le bouton de paiement.',
        {
          file: {
            name: 'tunnel-mobile.png',
            drawing: 'checkout',
            alt: 'L’étape de livraison sur un téléphone : le clavier recouvre le bouton «\u00a0Payer ma commande\u00a0»',
          },
          answers: 0,
          mentions: ['Lucie'],
          reactions: { '🎉': ['Lucie'] },
        },
      ],
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
        { reactions: { '🙏': ['Julien'] }, solution: 'Julien' },
      ],
      [
        'Olivier',
        'Et fais remplir une attestation sur l’honneur à chaque client, sans elle le dossier est rejeté.',
      ],
      [
        'Julien',
        'Dossier complet envoyé, neuf colis remboursés.',
        {
          file: {
            name: 'etiquette.png',
            drawing: 'label',
            alt: 'L’étiquette d’un colis marqué livré : aucune signature, position GPS non transmise',
          },
        },
      ],
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
      [
        'Laura',
        'Je suis à 4,8 en effet.',
        {
          file: {
            name: 'cout-acquisition.png',
            drawing: 'costs',
            alt: 'Courbe du coût d’acquisition : de 14 € en septembre à 29 € début novembre',
          },
        },
      ],
      [
        'Yanis',
        'Trois nouveaux visuels par semaine, filmés au téléphone : chez nous, retour à 16 € en dix jours.',
        { reactions: { '👍': ['Laura', 'Claire'] }, solution: 'Laura' },
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
  ...PAST_STORIES,
];
