import { sentencesOf } from '@guilde/contracts/knowledge/sentences.ts';
import { foldText } from '@guilde/contracts/text.ts';
import { foldedWords } from '../platform/database/search.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** « iPhone » and « eBay » are capitalised too. */
const CAPITALISED = /^(?:\p{Lu}|\p{Ll}[\p{Ll}\p{N}]*\p{Lu})/u;
const FOREIGN = /(?!\p{Script=Latin})\p{L}/u;
/** These are verbs of persons: a capitalised word before one is a name, unless it is one of `OPENINGS`. */
const DOES =
  /^[\s,]{1,3}(?:a|avait|aura|est|était|sera|va|conseille|recommande|explique|propose|dit|indique|confirme|suggère|précise|rappelle|affirme|ajoute|annonce|demande|raconte|signale|répond|pense|garantit|promet|\p{Lu})(?!\p{L})/u;
/** A sentence may begin with these pronouns and articles before a verb. */
const OPENINGS = new Set(
  `le la les un une des il elle on ils elles ce cela ca ceci celui celle tout toute tous chacun rien personne qui que
  nul aucun aucune quelqu cet cette ces son sa ses leur mon ma mes notre votre l d c s n j qu je tu nous vous`.split(
    /\s+/,
  ),
);
/** These other words begin a French sentence. A capitalised word that is none of them may be a name. */
const FIRST_WORDS = new Set(
  `a afin ainsi alors apres attention au aucunement aujourd aussi autant autre autres aux avant avec beaucoup bien bref
  car certaines certains ces cependant certes chaque chez comme comment contre d'abord dans de depuis des deux dix donc
  du durant en enfin ensuite entre et etant eviter excepte grace hormis hors ici inutile jamais jusqu lors lorsque
  lorsqu mais malgre meme mieux moins ne neanmoins ni non ou outre par parce parfois parmi pendant peu plus plusieurs
  plutot point pour pourtant pourquoi pres puis puisque quand quant quatre quel quelle quelles quels quelques sans sauf
  selon si sinon soit souvent sous sur surtout tandis tant tantot tel tels toujours toutefois tres trois trop une vers
  via voici voila y cinq six sept huit neuf
  auteur boutique cas cause client clients clientes commande commandes compte comptes conseil conseils contexte cout
  couts decision delai delais demande demandes erreur erreurs fournisseur fournisseurs frais marchand marchands
  marchande membre membres message messages objectif probleme problemes produit produits question reponse resultat
  resultats risque risques service services situation solution solutions suite suspension vendeur vendeurs`.split(
    /\s+/,
  ),
);
/** The stems are folded, without ending, of verbs with which an advice begins. */
const VERB_STEMS =
  `abandonn accompagn achet activ adapt adress affich ajout ajust allong amelior analys annonc annul
  anticip appel appliqu apport archiv arret assign associ assur attend augment autoris baiss bloqu calcul captur
  centralis chang charg cherch chois class command commenc compar complet compt concentr configur confirm conserv consider
  constat constitu consult contact contest contourn control copi corrig coup cre declar decoup defin demand deplac depos
  desactiv detaill determin diminu discut distingu divis document donn doubl echang economis effac effectu emball
  enlev enregistr envoi envoy essai essay estim etabl etal etudi evalu evit examin exig expedi expliqu export factur ferm
  filtr fix forc form fourn garantis gard gener group identifi import impos indiqu inform insist install integr
  interrog invit isol laiss lanc limit livr local masqu mention mesur migr modifi montr nettoi nettoy nomm not optimis
  organis pai pass pay pens photograph plac planifi pos precis prefer prepar present programm propos proteg prouv publi
  rajout rappel rassembl recalcul recherch reclam recommand recuper redemand redemarr redig refus regard regl regroup
  reinitialis relanc relev rembours remplac rempl renomm renonc renouvel renseign renvoi renvoy repar repet report
  reserv resili respect restaur retabl retir retourn reun sauvegard segment selectionn separ sign signal simplifi sollicit
  stock supprim surveill synchronis telecharg test traduis trait transfer transform trouv uniformis utilis valid vend
  ventil verifi verrouill vers vid vis`.split(/\s+/);
const REGULAR_VERB = new RegExp(
  `^(?:${VERB_STEMS.join('|')})(?:e|es|ez|er|ee|ees|es|ant|ons|i|is|it|ir|issez|issant|s|re|u|ue)?$`,
);
const IRREGULAR_VERBS = new Set(
  `apprends apprendre convaincs convertir deduire deduis decris decrire dis dire ecris ecrire ecrivez etre fais faire faites
  interdire joindre joins joignez lire lis lisez mets mettre mettez obtenir obtiens obtenez offrir offre ouvre ouvrir
  ouvrez partir pars partez poursuis prends prendre prenez prevenir previens prevoir prevois prevoyez recevoir reduire
  reduis reduisez relire relis reprends reprendre reprenez repondre reponds resoudre revoir revois savoir sors sortir
  souscris souscrire suffit suivre suis suivez tenir tiens tenez traduire transmets transmettre transmettez va venir voir
  vois voyez`.split(/\s+/),
);

/**
 * The evidence needs each capitalised word, and each word of another script. A usual first word of a sentence
 * passes as well; a name there would be followed by a verb.
 */
export function hasOnlyNamesOf(statement: string, evidence: string): boolean {
  const known = new Set(foldedWords(evidence));
  const isKnown = (word: string) => known.has(foldText(word));
  if (!wordsWith(FOREIGN, statement).every(({ 0: word }) => isKnown(word))) return false;
  return sentencesOf(statement).every((sentence) =>
    wordsWith(CAPITALISED, sentence).every(({ 0: word, index }) => {
      if (isKnown(word)) return true;
      const isFirst = !/\p{L}/u.test(sentence.slice(0, index));
      return isFirst && isUsualFirst(foldText(word), sentence.slice(index + word.length));
    }),
  );
}

function wordsWith(sign: RegExp, text: string): RegExpExecArray[] {
  return [...text.matchAll(WORD)].filter(({ 0: word }) => sign.test(word));
}

function isUsualFirst(word: string, rest: string): boolean {
  if (OPENINGS.has(word)) return true;
  return (FIRST_WORDS.has(word) || IRREGULAR_VERBS.has(word) || REGULAR_VERB.test(word)) && !DOES.test(rest);
}
