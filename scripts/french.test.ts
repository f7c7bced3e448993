import { describe, expect, it } from 'vitest';
import { type Text, textsIn } from './french-texts.ts';
import { isTest, readFiles, readTexts } from './sources.ts';

/** docs/specification.md quotes these texts, so they keep their plain spaces, apostrophes and « vous ». */
const QUOTED = new Set([
  'Chargement...',
  'Chargement du profil...',
  'Redirection...',
  'Vérification des permissions...',
  'Mise à jour...',
  'Email envoyé !',
  'Code envoyé !',
  'Compte créé !',
  'SOS créé !',
  'Profil créé !',
  'Succès !',
  "Oups ! Tu n'es pas encore membre.",
  'Mot de passe mis à jour ! Vous pouvez maintenant vous connecter.',
  "Impossible de soumettre l'évaluation: …",
  'Votre mot de passe a été mis à jour avec succès',
  'Veuillez saisir un mot de passe',
  'Déconnexion forcée pour votre sécurité',
  "Vous n'avez pas les permissions nécessaires pour accéder à cette page.",
  'Inscription sur invitation uniquement. Contactez un membre existant pour obtenir une invitation.',
  'Code expiré, demandez un nouveau code',
  'Unexpected Application Error!',
  'Message envoyé !',
  'Envoi en cours...',
  'Veuillez remplir tous les champs',
  'Nous vous répondrons dans les plus brefs délais.',
  'Vous devez être connecté pour signaler un membre',
]);

/** Official notices say « vous » (docs/decisions.md#name-and-voice). */
const OFFICIAL = new Set([
  'Cette décision a déjà été contestée : nous vous répondrons par e-mail.',
  'Ce lien n’est pas valable. Ouvrez celui du dernier e-mail reçu, en entier.',
  'Votre compte est suspendu…. Le motif vous a été envoyé par e-mail, avec le lien pour contester.',
  'Vous recevez cet e-mail à l’adresse de contact de Guilde parce que la personne signalée est seule à administrer Guilde. Elle n’en sait rien : ne lui transférez pas cet e-mail.',
  'Envoyez une photo ou un PDF.',
  'Indiquez où vous répondre.',
  'ou écrivez à',
]);

/** The product puts these texts of the specification together from values. */
const EXAMPLES = [
  '99+',
  '3 j',
  '5 h',
  '... écrit',
  'La Poste',
  'de Karim, hier 14:02',
  'Message vocal (0:42)',
  '9 solutions sur 11 tiennent à 30 jours',
];

const FORMAL_WORDS =
  /(?<![\p{L}-])(?:vous|votre|vos|(?!(?:ass|ch|n|r)ez(?!\p{L}))\p{L}+ez)(?!\p{L}|-vous|-moi\.txt)/iu;
const FAMILIAR_WORDS = /(?<!\p{L})(?:(?:tu|ton|ta|tes|toi|réessaie|écris)(?!\p{L})|t’)/iu;

const product = readTexts().filter(({ file }) => !isTest(file) && !file.startsWith('scripts/'));

/** Legal pages, and the contact form with its mails, say « vous » (docs/decisions.md#name-and-voice). */
const FORMAL = /\/(information\/legal|contact)\/|\/(conduct|retention\/rules)\.ts$/;

/** These are decisions about an account, what they rest on, how to contest them, and answers to the contact form. */
const NOTICES =
  /\/admin\/((cases\/)?(notices|removals)|users\/evidence)\.ts$|\/(reports\/(contest-page|unread-decision)|profiles\/evidence-\w+)\.tsx$/;

/** The masks, prompts and search words of the server are not shown. */
const UNSEEN = /^apps\/api\/src\/(knowledge\/(?!.*(notices|local-summary)\.ts)|platform\/database\/search)/;

const texts = product.filter(({ file }) => !UNSEEN.test(file)).flatMap(textsIn);
const spoken = texts.filter(({ said }) => !QUOTED.has(said));

const where = (found: Text[]) => found.map(({ file, line, text }) => `${file}:${line} ${text}`);
const offending = (pattern: RegExp) => spoken.filter(({ said }) => pattern.test(said));
const misset = (pattern: RegExp) => where(offending(pattern));

const specified = readFiles('docs/specification.md')
  .map(({ text }) => text.replace(/\s+/g, ' '))
  .join();

describe('the French of the product', () => {
  it('is looked at', () => {
    expect(spoken.length).toBeGreaterThan(1000);
    expect(spoken.some(({ said }) => said.includes('À toi de jouer'))).toBe(true);
    for (const text of ['Règles de conduite', 'Étiquettes DPD impossibles à générer'])
      expect(spoken.some(({ said }) => said === text)).toBe(true);
  });

  it('has no plain space before ; ! ? : » or after «', () => {
    expect(misset(/[\p{L}\d»)] [;!?:](\s|$)|« \S|\S »/u)).toEqual([]);
  });

  it('has no plain space between a number and % or €', () => {
    expect(misset(/\d [%€](\s|[.,;]|$)/)).toEqual([]);
  });

  it('has the narrow space before ; ! ? alone, the wide one before : % € and within « »', () => {
    expect(misset(/\u202f[:%€»]|«\u202f|\u00a0[;!?](?:\s|$)/u)).toEqual([]);
    expect(misset(/«[^\u00a0]|[^\u00a0]»/u)).toEqual([]);
  });

  it('shows no escape: between tags it would be read as it is written', () => {
    expect(misset(/\\u[\da-f]{4}/i)).toEqual([]);
  });

  it('does not part a reference from its number', () => {
    expect(misset(/(?<!\p{L})(?:art\.|n°|L\.|\(UE\)) \d/u)).toEqual([]);
  });

  it('writes ’, not a straight apostrophe, except where the specification quotes one', () => {
    const elided = offending(/(?:^|[^\p{L}])(?:[cdjlmnst]|qu|jusqu|lorsqu|aujourd)'\p{L}/iu);
    expect(where(elided.filter(({ said }) => !specified.includes(said)))).toEqual([]);
  });

  it('writes … as one character', () => {
    expect(misset(/\p{L}\.\.\./u)).toEqual([]);
  });

  it('has every text that the specification prints', () => {
    const plain = (text: string) =>
      text
        .replace(/[\s\u00a0\u202f]+/g, ' ')
        .replaceAll('’', "'")
        .replaceAll('…', '...');
    const said = plain(texts.map(({ text }) => text).join('\n'));
    const printed = [...plain(specified).matchAll(/« ([^»]+) »/g)].map(([, text = '']) => text);
    expect(printed.length).toBeGreaterThan(100);
    expect(printed.filter((text) => !said.includes(text) && !EXAMPLES.includes(text))).toEqual([]);
  });

  it('says tu to members', () => {
    const toMembers = offending(FORMAL_WORDS).filter(
      ({ file, said }) =>
        !file.includes('/demo/') && !FORMAL.test(file) && !NOTICES.test(file) && !OFFICIAL.has(said),
    );
    expect(where(toMembers)).toEqual([]);
  });

  it('says vous in legal pages, in the contact form and in official notices', () => {
    const formal = spoken.filter(
      ({ file }) => (FORMAL.test(file) && !file.startsWith('apps/api/')) || NOTICES.test(file),
    );
    expect(formal.some(({ said }) => /vous/.test(said))).toBe(true);
    expect(where(formal.filter(({ said }) => FAMILIAR_WORDS.test(said)))).toEqual([]);
  });

  it('does not say tu and vous in one text', () => {
    const both = spoken.filter(({ said }) => FORMAL_WORDS.test(said) && FAMILIAR_WORDS.test(said));
    expect(where(both)).toEqual([]);
  });
});
