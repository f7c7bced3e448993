import { describe, expect, it } from 'vitest';
import { type Text, textsIn } from './french-texts.ts';
import { isTest, readTexts } from './sources.ts';

/** docs/specification.md quotes these texts, or people type them into a search. */
const ALLOWED = [
  'Email',
  'Email et mot de passe requis',
  'Email ou mot de passe incorrect',
  'Vérifie ton email pour confirmer ton compte',
  'Cet email est déjà utilisé',
  'Aucun compte trouvé avec cet email',
  "L'email doit correspondre à celui de l'invitation",
  'Cette adresse email est déjà utilisée',
  'Adresse email invalide',
  'Email requis',
  'Email envoyé !',
  "Erreur lors de l'envoi de l'email",
  'Vous devez être connecté pour signaler un membre',
  'savoirs articles résumés',
];

const word = (words: string) => new RegExp(`(?<![\\p{L}\\-])(?:${words})(?!\\p{L})`, 'iu');

const MISFIT = 'connecté|déconnecté|inscrit|invité|premier|seul|sûr|prêt|suspendu|parrainé|certifié|entendu';

/** There is one word for one thing, and the expression matches the words that it replaces. */
const GLOSSARY: [said: string, never: RegExp][] = [
  ['e-mail', word('e?mails?')],
  ['boîte de réception', word('boîtes? (?:e-)?mail')],
  ['conversation', word('discussions?')],
  ['lancer un SOS, un SOS publié', word('post(?:e|es|er|é|és|ée|ées)|SOS demandés?')],
  ['membre qui aide', word('aidante?s?')],
  ['auteur du SOS', word('demandeu(?:r|se)s?')],
  [
    'recréditée',
    /\+1|(?<!\p{L})(?:quotas?|rend(?:s|ue?)? sa place|place te revient|place t’est rendue)(?!\p{L})/iu,
  ],
  ['résumé', word('savoirs|articles?(?! (?:\\d|L\\.))')],
  ['bio', word('présentations?')],
  ['enregistré', word('gardée?s?')],
  ['Guilde, la communauté', /(?<!\p{L})la guilde(?!\p{L})/u],
  ['a rejoint la conversation', /… a rejoint$/u],
  ['rechercher', /^chercher /iu],
  ['saisir', /(?<!\p{L})entre (?:le|la|les|ton|ta) (?:… )?(?:chiffres|code|mot de passe)/iu],
  ['afficher', /^montre /iu],
  ['formulaire de contact', word('page de contact')],
  ['sujet d’un message', /(?<!\p{L})objet\u00a0:/iu],
  ['page', /(?<!lecteur d’|à l’|plein |\p{L})écrans?(?!\p{L}| d’accueil)/iu],
  ['sans résolution', word('sans solution')],
  ['incomplet', word('inachevée?s?')],
  ['marchand', word('commerçante?s?')],
  ['adresse e-mail', word('adresses? électroniques?')],
  ['… te mentionne', /t’(?:a|as|ont) mentionné/iu],
  ['certification rétablie', /certification[^.]* rendue|rendre la certification/iu],
  ['recevoir', /(?<!\p{L})(?:e-mails?|liens?|messages?|notifications?|signalements?)[^.]* arriv/iu],
  [
    'envoyer',
    word('(?:(?:est|sont)(?: pas)?(?: encore)?|pas encore|rien ne|et) part(?:i|ie|is|ies|ent|ira|iront)?'),
  ],
  ['conserver', /(?<!(?<!\p{L})(?:il|le|on|te|t’en|tu) )reste(?:nt|ra|ront)?(?!\p{L}|,)/iu],
  ['canal', word('voies?(?! de recours)')],
  ['prendre en charge', /ne connaît pas (?:les|ce|ton|ta|cette)(?!\p{L})/iu],
  ['respecter un choix', /choix tienne/iu],
  ['rien à traiter', /n’attend\.$/iu],
  ['l’en informe', /le lui (?:dit|apprend)(?!\p{L})/iu],
  ['saisir un mot de passe', /donné (?:ton|le|un) mot de passe/iu],
];

/** These words would agree in gender with the person addressed, or with Guilde. */
const AGREEING: RegExp[] = [
  new RegExp(
    `(?<!\\p{L})(?:tu|vous)(?: (?:t’|vous ))? ?(?:es|seras|êtes|serez|restes)(?: \\p{L}+)? (?:le |la )?(?:${MISFIT})(?!\\p{L})`,
    'iu',
  ),
  /(?<!\p{L})(?:être|rester) (?:connecté|inscrit|invité|seul|sûr|prêt)(?!\p{L})/iu,
  /(?:t’|(?<!\p{L})vous )(?:a|as|ont|avons|avoir|avait) (?:aidé|invité|parrainé|évalué|signalé|entendu)e?s?(?!\p{L})/iu,
  /(?<!\p{L})(?:tu|vous) (?:peux|pouvez) être (?:le|la) /iu,
  /(?<!\p{L})(?:ton|votre) parrain(?!\p{L})|(?<!\p{L})on \p{L}* ?(?:entre|vient) parrainé|(?<!\p{L})fondateur(?!\p{L})/iu,
  /(?<!onglet )Guilde (?:n’)?est (?:pas )?(?:gratuit|prêt|conçu|hébergé|exploité|ouvert|réservé|destiné|fait|animé)e?(?!\p{L})/u,
];

/** « de Élodie » would be wrong, and nobody knows the first letter of a name. */
const BEFORE_A_NAME =
  /(?<!\p{L})(?:de|que|jusque|lorsque|puisque) \$\{[^{}]*(?:name|author|sender|inviter|sponsor|reporter|reported)[^{}]*\}/iu;

const product = readTexts().filter(
  ({ file }) =>
    /^(apps|packages)\//.test(file) && !isTest(file) && !/\/(demo|knowledge)\/.*\.(ts|json|svg)$/.test(file),
);
/** The API describes itself in English, and search words are not shown. */
const texts = product
  .filter(
    ({ file }) =>
      !/^apps\/api\/.*(routes|tables|search|directory-words|specification-calls|openapi)\.ts$|-output\.ts$|\/(columns|category-words)\.ts$/.test(
        file,
      ),
  )
  .flatMap(textsIn)
  .filter(isSaid);

/** Identifiers, codes, addresses, patterns and pages of HTML are not shown to anybody. */
function isSaid({ said }: Text): boolean {
  if (/\(\?|\\[pdsS]|^[a-z]+:\/\/|^[./<]|^[A-Z\d_]+$/.test(said)) return false;
  return /^\p{Lu}/u.test(said) || /[’À-ÿ\u00a0\u202f]| .* /u.test(said);
}

const saying = (pattern: RegExp) => texts.filter(({ said }) => pattern.test(said));
const where = (found: Text[]) =>
  found
    .filter(({ said }) => !ALLOWED.includes(said))
    .map(({ file, line, text }) => `${file}:${line} ${text}`);

describe('the words of the product', () => {
  it('are read, in literals, templates and sentences with links', () => {
    expect(texts.length).toBeGreaterThan(1500);
    expect(texts.some(({ text }) => text.startsWith('Depuis ton profil, avec'))).toBe(true);
    expect(texts.some(({ text }) => /l’aide apportée par \$\{name\}/.test(text))).toBe(true);
  });

  it.each(GLOSSARY)('are « %s » and nothing else', (_, never) => {
    expect(where(saying(never))).toEqual([]);
  });

  it.each(AGREEING)('do not agree with whoever reads them: %s', (agreeing) => {
    expect(where(saying(agreeing))).toEqual([]);
  });

  it('put nothing before a name that would have to be elided', () => {
    expect(where(texts.filter(({ text }) => BEFORE_A_NAME.test(text)))).toEqual([]);
  });

  it('have no plain space before ; ! ? : after a value', () => {
    expect(where(saying(/… [;!?:](?:\s|$)/u))).toEqual([]);
  });

  it('have no exception that nothing needs', () => {
    const rules = [...GLOSSARY.map(([, never]) => never), ...AGREEING];
    const needed = new Set(rules.flatMap(saying).map(({ said }) => said));
    expect(ALLOWED.filter((text) => !needed.has(text))).toEqual([]);
  });

  it.each([
    'Regarde ta boîte mail.',
    'Ouvrir la discussion',
    'Un membre a posté un SOS',
    'Tu es déjà connecté.',
    'chaque membre qui t’a aidé',
    'Tu peux être le premier à demander.',
    'Comment être invité ?',
    'Guilde est prête',
    'Guilde est animée par …',
    'Ton brouillon est gardé',
    'elle te rend sa place',
    '… a rejoint',
    'Chercher un résumé',
    'Entre les … chiffres du code',
    'montre cette aide',
    'écris-nous par la page de contact',
    'Objet\u00a0: …',
    'Cet écran n’a pas pu s’afficher',
    '… fermés sans solution',
    '… inachevés',
    'Comment inviter d’autres commerçants ?',
    'Demande à ton parrain',
    'Un lien est parti à …',
    'Un fichier n’est pas parti',
    'Les signalements arrivent ici.',
    'Ce que tu as écrit reste.',
    'Karim t’a mentionné',
    'Certification rendue',
    'Adresse électronique',
    'Rien de ce genre n’attend.',
    'Un e-mail le lui dit.',
    'On y entre parrainé par un marchand',
    'Invitation du fondateur',
  ])('would not be « %s »', (text) => {
    expect([...GLOSSARY.map(([, never]) => never), ...AGREEING].some((rule) => rule.test(text))).toBe(true);
  });

  it.each(['l’aide de ', 'Supprimer le compte de '])('would not be « %s » before a name', (words) => {
    expect(BEFORE_A_NAME.test(`${words}\${memberName(person)}`)).toBe(true);
  });
});
