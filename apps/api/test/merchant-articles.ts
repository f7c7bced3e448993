import type { SosCategory } from '@guilde/contracts/sos/rules.ts';

type Article = { title: string; category: SosCategory; summary: string; points: string[] };

function article(category: SosCategory, title: string, summary: string, ...points: string[]): Article {
  return { title, category, summary, points };
}

export const MERCHANT_ARTICLES: Article[] = [
  article(
    'ads',
    'Compte Google Ads suspendu pour paiement suspect',
    'La suspension venait d’une carte refusée deux fois et d’une adresse différente de celle du Kbis. Le formulaire d’appel avec l’extrait Kbis et une facture de la banque a levé le blocage en neuf jours.',
    'Ne pas ouvrir un nouveau compte pendant l’appel.',
    'Aligner le nom du titulaire de la carte et celui du profil de paiement.',
  ),
  article(
    'ads',
    'Gestionnaire de publicités Meta désactivé du jour au lendemain',
    'Meta avait relevé une promesse de perte de poids dans une légende. Après retrait de l’annonce et demande d’examen dans la page qualité du compte, l’accès est revenu en quatre jours.',
    'Faire valider l’identité des deux administrateurs.',
    'Garder un second moyen de paiement enregistré.',
  ),
  article(
    'ads',
    'Flux Google Merchant Center refusé : GTIN et livraison manquants',
    'Huit cents articles étaient refusés faute de GTIN et de frais de port. Un flux complémentaire avec les codes-barres et une grille de livraison a fait passer le taux d’approbation à 97 %.',
    'Comparer le prix du flux avec celui de la page.',
    'Attendre trois jours après chaque correction.',
  ),
  article(
    'ads',
    'Le ROAS s’effondre après l’augmentation du budget Facebook',
    'Passer de 50 à 200 € par jour a relancé la phase d’apprentissage. Monter de 20 % tous les trois jours et séparer la prospection du reciblage a ramené le ROAS à 3,1.',
    'Ne toucher aux ensembles qu’une fois par semaine.',
    'Renouveler les visuels avant que la répétition dépasse 3.',
  ),
  article(
    'ads',
    'TikTok Shop : ouverture du compte vendeur refusée',
    'Le dossier était rejeté car le document du représentant légal avait expiré. Avec un Kbis de moins de trois mois et le même nom partout, la validation a pris deux jours.',
    'Relire chaque pièce avant l’envoi.',
  ),
  article(
    'conversion',
    'Newsletters classées en spam chez Gmail et Orange',
    'Le domaine d’envoi n’avait pas d’enregistrement DMARC et la liste comptait 30 % d’adresses mortes. Le nettoyage de la liste et la signature DKIM ont ramené la délivrabilité à 98 %.',
    'Envoyer d’abord aux abonnés actifs du dernier mois.',
    'Suivre la réputation dans Postmaster Tools.',
  ),
  article(
    'conversion',
    'Taux d’ajout au panier correct, mais personne ne paie',
    'Les frais de port apparaissaient à la dernière étape. Les afficher sur la fiche et ajouter le paiement en trois fois a fait baisser l’abandon de 12 points.',
    'Proposer une commande sans création de compte.',
    'Tester le parcours sur un petit écran.',
  ),
  article(
    'conversion',
    'Faux commentaires laissés par un concurrent sur Trustpilot',
    'Chaque note sans commande associée a été signalée avec l’export des ventes. Sept sur neuf ont été retirées en deux semaines.',
    'Répondre en public sans accuser personne.',
    'Solliciter les vrais acheteurs après la livraison.',
  ),
  article(
    'conversion',
    'Fiches produit : passer de 1,1 à 1,9 % de conversion',
    'Des photos portées, un guide des tailles et trois arguments au-dessus de la ligne de flottaison ont suffi. Le reste de la page n’a pas changé.',
    'Changer une seule chose à la fois.',
  ),
  article(
    'tech',
    'Thème Shopify très lent depuis l’ajout d’applications',
    'Onze applications chargeaient leur script sur toutes les pages. En retirer six et différer les autres a fait passer l’affichage de 6 à 2,4 secondes.',
    'Chercher les restes de code des applications désinstallées.',
    'Mesurer avec PageSpeed avant et après.',
  ),
  article(
    'tech',
    'Page blanche après la mise à jour de PrestaShop',
    'Un module incompatible avec PHP 8.1 provoquait l’erreur 500. Le désactiver en base de données puis vider le cache a rendu la main.',
    'Faire une copie de préproduction avant toute mise à jour.',
    'Activer le mode debug pour lire l’erreur.',
  ),
  article(
    'tech',
    'Positions Google perdues après un changement d’URL',
    'Les anciennes adresses des catégories renvoyaient une erreur 404. Des redirections 301 page par page et un nouveau sitemap ont rendu 80 % du trafic en cinq semaines.',
    'Exporter la liste des pages avant la refonte.',
    'Surveiller la Search Console chaque matin.',
  ),
  article(
    'tech',
    'Achats en double dans Google Analytics 4',
    'La balise d’achat était posée par le module et par Tag Manager. Retirer la première et dédupliquer sur le numéro de transaction a corrigé les rapports.',
    'Contrôler avec DebugView après une commande d’essai.',
  ),
  article(
    'tech',
    'Inscriptions de robots : des milliers de faux clients créés',
    'Un captcha invisible et un champ piège ont arrêté les créations automatiques. Les fiches inutiles ont été supprimées par lots.',
    'Limiter les créations par adresse IP.',
  ),
  article(
    'other',
    'Colis Mondial Relay perdus : se faire indemniser',
    'La réclamation doit partir sous quatorze jours avec la facture d’achat et la valeur. Douze dossiers sur quatorze ont été remboursés à hauteur de 25 € par kilo.',
    'Photographier chaque paquet avant le dépôt.',
    'Réexpédier au client sans attendre la réponse.',
  ),
  article(
    'other',
    'Verres arrivés cassés : revoir l’emballage',
    'Une double cannelure et des cales en carton moulé ont réduit la casse de 6 à 0,5 %. Le surcoût est de 40 centimes.',
    'Faire un test de chute d’un mètre.',
  ),
  article(
    'other',
    'PayPal bloque 12 000 € de réserve pendant 180 jours',
    'La réserve tombait après un pic de ventes sans suivi transmis. Envoyer les numéros de suivi et les factures du grossiste a réduit la retenue à 30 jours.',
    'Avertir le service avant une grosse opération.',
    'Garder deux prestataires de paiement.',
  ),
  article(
    'other',
    'Chargebacks en série sur des paniers de plus de 300 €',
    'Les cartes volées visaient un seul modèle. 3D Secure obligatoire et un appel de vérification au-delà de 300 € ont divisé les contestations par dix.',
    'Répondre à la banque sous sept jours avec la preuve de remise.',
    'Refuser une adresse de livraison dans un autre pays.',
  ),
  article(
    'other',
    'Trésorerie à sec en janvier : négocier avec la banque',
    'Un découvert autorisé de 15 000 € et un report de deux échéances ont été obtenus avec un prévisionnel sur douze mois.',
    'Prendre rendez-vous avant l’incident.',
  ),
  article(
    'legal',
    'TVA OSS : corriger une déclaration trimestrielle oubliée',
    'L’oubli se corrige dans la déclaration suivante, par pays de destination. La pénalité a été levée après une lettre au service des impôts.',
    'Exporter les ventes par pays chaque fin de mois.',
  ),
  article(
    'legal',
    'Rétractation : qui paie le retour d’un meuble ?',
    'Les frais de renvoi sont pour l’acheteur si les conditions générales l’annoncent avec un montant estimé. Sinon, le vendeur les prend à sa charge.',
    'Donner le prix de la reprise avant la commande.',
    'Rembourser sous quatorze jours.',
  ),
  article(
    'legal',
    'Mise en demeure pour une marque déposée par un autre',
    'Le dépôt à l’INPI datait de six mois après nos premières ventes. Un avocat a répondu avec les preuves d’antériorité, et l’adversaire a renoncé.',
    'Ne rien signer dans l’urgence.',
    'Conserver les factures de la première année.',
  ),
  article(
    'legal',
    'Bannière de cookies : courrier de la CNIL',
    'Le bouton « Tout refuser » manquait au premier écran. La correction et la capture datée ont clos le dossier.',
    'Bloquer les traceurs avant le consentement.',
  ),
  article(
    'sourcing',
    'Écarts d’inventaire entre l’entrepôt et la boutique',
    'Des ventes passaient pendant la synchronisation de nuit. Une synchronisation toutes les cinq minutes et un stock de sécurité de trois pièces ont supprimé les ventes impossibles.',
    'Compter une famille de références par semaine.',
  ),
  article(
    'sourcing',
    'Fabricant chinois : un lot entier non conforme',
    'Le tissu livré n’était pas celui de l’échantillon. Un contrôle avant embarquement et un solde payé après inspection ont évité que cela se répète.',
    'Garder un échantillon signé des deux côtés.',
    'Retenir 30 % jusqu’à la réception.',
  ),
  article(
    'sourcing',
    'Marchandise retenue par la douane au Havre',
    'Il manquait le numéro EORI et le certificat d’origine. Un transitaire a régularisé en quatre jours pour 350 €.',
    'Demander le numéro EORI avant la première importation.',
  ),
  article(
    'team',
    'Première salariée : temps partiel ou alternance ?',
    'L’alternance coûte moins mais demande un tuteur présent. Un mi-temps de six mois a mieux convenu à une saison courte.',
    'Écrire la fiche de poste avant l’annonce.',
  ),
  article(
    'team',
    'Rompre avec une agence qui ne donne plus de résultats',
    'Le préavis était de deux mois. Récupérer les accès administrateur avant d’envoyer la lettre a évité de perdre les historiques.',
    'Demander la propriété des comptes dès le contrat.',
  ),
];
