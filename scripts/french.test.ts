import { describe, expect, it } from 'vitest';
import { textsIn } from './french-texts.ts';
import { isTest, readFiles, readTexts, type Source } from './sources.ts';

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
  "Impossible de soumettre l'évaluation: ",
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
  'Indiquez où vous répondre.',
]);

const product = readTexts().filter(({ file }) => !isTest(file) && !file.startsWith('scripts/'));

/** Legal pages, and the contact form with its mails, say « vous » (docs/decisions.md#name-and-voice). */
const FORMAL = /\/(information\/legal|contact)\/|\/(conduct|retention\/rules)\.ts$/;

/** These are decisions about an account, how to contest them, and answers to the contact form. */
const NOTICES = /\/admin\/(cases\/)?(notices|removals)\.ts$|\/reports\/(contest-page|unread-decision)\.tsx$/;

/** Comments and imports do not count. Files other than code count whole. */
function literals({ file, text }: Source): { file: string; literal: string }[] {
  if (!/\.tsx?$/.test(file)) return textsIn({ file, text }).map(({ said }) => ({ file, literal: said }));
  const lines = text.split('\n').filter((line) => !/^\s*(\*|\/\*|\/\/|import )/.test(line));
  return lines.flatMap((line) => {
    const found = line.matchAll(
      /'((?:[^'\\]|\\.)*)'|"([^"]*)"|>([^<>{}]*)<|^\s*([A-ZÀ-Ý«][^<>{}=();]* [^<>{}=();]*)$/g,
    );
    return [...found].map((match) => ({
      file,
      literal: match.slice(1).find((part) => part !== undefined) ?? '',
    }));
  });
}

const spoken = product
  .flatMap(literals)
  .filter(({ literal }) => !QUOTED.has(literal) && !OFFICIAL.has(literal));

const whole = product
  .filter(({ file }) => !/\/knowledge\/.*\.ts$/.test(file))
  .flatMap(textsIn)
  .filter(({ said }) => !QUOTED.has(said) && !OFFICIAL.has(said));

const misset = (pattern: RegExp) =>
  whole.filter(({ said }) => pattern.test(said)).map(({ file, line, text }) => `${file}:${line} ${text}`);

const specification = readFiles('docs/specification.md')
  .map(({ text }) => text.replace(/\s+/g, ' '))
  .join();

const offending = (pattern: RegExp) => spoken.filter(({ literal }) => pattern.test(literal));

describe('the French of the product', () => {
  it('is looked at', () => {
    expect(spoken.length).toBeGreaterThan(1000);
    expect(spoken.some(({ literal }) => literal.includes('À toi de jouer'))).toBe(true);
    for (const text of ['Règles de conduite', 'Étiquettes DPD impossibles à générer'])
      expect(spoken.some(({ literal }) => literal === text)).toBe(true);
  });

  it('has no plain space before ; ! ? : » or after «', () => {
    expect(offending(/[\p{L}\d»)] [;!?:](\s|$)|« \S|\S »/u)).toEqual([]);
  });

  it('has no plain space between a number and % or €', () => {
    expect(offending(/\d [%€](\s|[.,;]|$)/)).toEqual([]);
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
    expect(elided.filter(({ literal }) => !specification.includes(literal))).toEqual([]);
  });

  it('writes … as one character', () => {
    expect(offending(/\p{L}\.\.\./u)).toEqual([]);
  });

  it('says tu to members', () => {
    const toMembers = offending(/(?<!rendez-)\b(vous|votre|vos)\b/i).filter(
      ({ file }) => !file.includes('/demo/') && !FORMAL.test(file) && !NOTICES.test(file),
    );
    expect(toMembers).toEqual([]);
  });

  it('says vous in legal pages and in the contact form', () => {
    const formal = spoken.filter(({ file }) => FORMAL.test(file) && !file.startsWith('apps/api/'));
    expect(formal.some(({ literal }) => /vous/.test(literal))).toBe(true);
    const tooFamiliar = /(?<!\p{L})((tu|ton|ta|tes|toi|réessaie|écris)(?!\p{L})|t’)/iu;
    expect(formal.filter(({ literal }) => tooFamiliar.test(literal))).toEqual([]);
  });
});
