import { PLATFORMS } from '../incidents/rules.ts';
import { CARRIERS, PAYMENTS } from '../profiles/rules.ts';
import { foldText } from '../text.ts';
import type { SosCategory } from './rules.ts';

const namesOf = (tools: readonly { label: string }[]) => tools.map(({ label }) => foldText(label)).join(', ');

/** The words are folded as the text is; « * » stands for any ending. Deliveries have no category of their own. */
const CATEGORY_WORDS: Record<SosCategory, string> = {
  ads: `ads, ad, adwords, pub, pubs, publicit*, campagne*, annonce, annonces, audience*, ciblage, retargeting,
    roas, cpa, cpc, cpm, cac, acquisition, meta, facebook, instagram, tiktok, sponsoris*, cout par achat`,
  conversion: `conversion*, cro, panier*, tunnel, checkout, abandon*, fiche produit, fiches produit*, page produit,
    pages produit*, promo*, code promo, avis, upsell, a/b`,
  tech: `bug*, erreur*, site, serveur*, api, module*, plugin*, extension*, theme, webhook*, panne*, plant*,
    lent, lente, migration, refonte, mise a jour, hors ligne, pirat*, paiement*, dns, ssl, redirection*,
    cookie*, consentement, trafic, ${namesOf(PLATFORMS)}, ${namesOf(PAYMENTS)}`,
  sourcing: `fournisseur*, fabricant*, usine*, atelier*, sourcing, grossiste*, echantillon*, moq, matiere*,
    conteneur*, douane*, dedouanement, import*, alibaba, chine, rupture*, reassort*, stock*`,
  team: `recrut*, embauch*, salari*, stagiaire*, alternan*, equipe*, conge*, deleguer, manage*, entretien*,
    demission*, licenci*, freelance*, preparateur*, collegue*`,
  legal: `juridique*, avocat*, tribunal, proces, mise en demeure, contrat*, cgv, rgpd, cnil, tva, oss, ioss,
    impot*, urssaf, litige*, retractation, contrefacon*, plagiat, dgccrf, amende*, marque deposee,
    mentions legales, huissier*`,
  other: `colis, livraison*, livreur*, transporteur*, expedition*, etiquette*, retour, retours, la poste,
    point relais, points relais, entrepot*, logistique, ${namesOf(CARRIERS)}`,
};

const PATTERNS = Object.entries(CATEGORY_WORDS).map(([category, list]) => ({
  category: category as SosCategory,
  pattern: new RegExp(`(?<![a-z0-9])(?:${list.split(/,\s+/).map(withEnding).join('|')})(?![a-z0-9])`, 'g'),
}));

function withEnding(word: string): string {
  return word.replace('*', '[a-z]*');
}

/**
 * Returns the category that most words of the text belong to, where the title counts before the description,
 * and null when no category has more than all others (docs/specification.md#sos).
 */
export function proposedCategory(sos: { title: string; description: string }): SosCategory | null {
  return mostNamed(sos.title) ?? mostNamed(`${sos.title}\n${sos.description}`);
}

function mostNamed(text: string): SosCategory | null {
  const folded = foldText(text);
  const [first, second] = PATTERNS.map(({ category, pattern }) => ({
    category,
    count: folded.match(pattern)?.length ?? 0,
  })).sort((a, b) => b.count - a.count);
  return first && first.count > (second?.count ?? 0) ? first.category : null;
}
