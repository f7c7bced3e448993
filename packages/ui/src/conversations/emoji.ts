import { foldText } from '@guilde/contracts/text.ts';

export type Emoji = { emoji: string; name: string };

const FOUND_MAX = 8;

/** Each line: the emoji, its name, further words. Those that shopkeepers write; a keyboard has all others. */
const EMOJIS = `
😀 sourire content grand
😄 joie content heureux sourire
😁 dents sourire content
😆 rire mort hilare
😅 ouf sueur soulagement gêne
😂 larmes rire mdr pleure
🙂 petit-sourire sourire léger
😉 clin-d’œil clin œil
😊 heureux rouge sourire merci
😍 amour cœurs yeux adore
😘 bisou baiser
😋 miam délicieux bon
😎 lunettes cool soleil
🤩 yeux-étoilés étoiles génial admire
🤔 réfléchit pense hum question
🤨 doute sourcil sceptique
😐 neutre bof
😶 muet silence
🙄 yeux-au-ciel soupir lassé
😏 malin sourire coin
😬 grimace aïe gêne
😌 soulagé calme paix
😔 déçu pensif triste
😴 dort sommeil fatigue nuit
😷 masque malade
🤒 fièvre malade
🤯 tête-explosée choc incroyable
😳 gêné rouge surpris
🥺 supplie s’il-te-plaît yeux
😢 pleure triste larme
😭 sanglots pleure triste
😤 vapeur énervé fier
😠 fâché colère
😡 rage colère rouge
🤬 jure colère insulte
😱 peur cri choc
😰 anxieux sueur inquiet
😓 sueur dur épuisé
🤗 câlin bras accueil
🫡 salut respect compris
🤫 chut secret silence
🫠 fond chaleur dépassé
😇 ange innocent
🥳 fête anniversaire bravo
🤝 poignée-de-main accord partenaire marché
👍 pouce ok oui bien d’accord
👎 pouce-bas non mauvais
👌 ok parfait
✌️ victoire paix
🤞 doigts-croisés chance espoir
👏 bravo applaudir
🙌 bravo mains victoire
🙏 merci prière s’il-te-plaît
💪 muscle force courage
👋 salut coucou bonjour main
👉 droite doigt regarde
👇 bas doigt dessous
☝️ doigt attention haut
🫶 mains-cœur amour merci
✍️ écrit signe main
👀 yeux regarde vu
🧠 cerveau idée
🤷 haussement-d’épaules sais-pas bof
🤦 main-au-visage erreur consterné
🙋 main-levée moi question
❤️ cœur amour rouge
💚 cœur-vert vert
💙 cœur-bleu bleu
🧡 cœur-orange orange
💛 cœur-jaune jaune
💜 cœur-violet violet
🖤 cœur-noir noir
💔 cœur-brisé triste
💯 cent parfait tout
✨ étincelles brille neuf
⭐ étoile avis note
🌟 étoile-brillante étoile super
🔥 feu top chaud
🎉 fête confettis bravo
🎁 cadeau offre promotion
🎯 cible objectif but
🏆 trophée gagné premier
🥇 médaille premier or
🚀 fusée lancement décolle rapide
💡 ampoule idée astuce
⚡ éclair rapide urgent
💥 boum choc explosion
✅ coche fait ok validé
☑️ case coche fait
✔️ vérifié coche oui
❌ croix non faux erreur
❓ question interrogation
❗ exclamation important
⚠️ attention danger alerte
🚨 alerte urgence gyrophare
⛔ interdit stop
🛑 stop arrêt
🆘 sos aide secours
🆗 ok accord
🔴 rouge rond
🟠 orange rond
🟢 vert rond
🔵 bleu rond
➡️ flèche droite suite
⬅️ flèche-gauche gauche retour
⬆️ flèche-haut haut hausse
⬇️ flèche-bas bas baisse
🔄 recharger tourne encore
🔁 répéter encore
⏳ sablier attente temps
⏰ réveil heure urgent
⌛ sablier-fini temps fini
📅 calendrier date jour
📆 agenda calendrier date
🕐 heure horloge
📦 colis paquet carton livraison
🚚 camion livraison transporteur
🚛 poids-lourd camion transport
✈️ avion import voyage
🚢 bateau cargo import
🏭 usine fabrication
🏬 grand-magasin
🏪 boutique magasin commerce
🏠 maison domicile
🛒 panier achat commande
🛍️ sacs achat boutique shopping
🏷️ étiquette prix promotion
🧾 reçu facture ticket
💰 argent sac
💶 euros billets argent
💵 dollars billets argent
💳 carte paiement banque
🪙 pièce monnaie
💸 dépense argent perte
🏦 banque compte
📈 hausse courbe croissance ventes
📉 baisse courbe chute
📊 graphique statistiques chiffres
🧮 calcul boulier compte
📝 note écrit mémo
📄 page document fichier
📃 document contrat
📑 onglets documents
📋 presse-papiers liste
📎 trombone pièce-jointe
🔗 lien adresse
📁 dossier fichiers
🗂️ classeur dossiers
🗑️ corbeille supprimer poubelle
✏️ crayon modifier
🖊️ stylo signer
📌 punaise épingle important
📍 lieu adresse position
🔍 loupe cherche recherche
🔎 loupe-droite cherche recherche
🔒 cadenas sécurité fermé
🔓 cadenas-ouvert ouvert
🔑 clé mot-de-passe accès
🛡️ bouclier protection sécurité
⚙️ réglages engrenage paramètres
🔧 clé-anglaise réparer outil
🔨 marteau outil travaux
🛠️ outils réparer travaux
🧰 boîte-à-outils outils
🧪 test essai éprouvette
🐛 bug insecte erreur
💻 ordinateur portable
🖥️ moniteur ordinateur
📱 téléphone mobile
⌨️ clavier
🖨️ imprimante
🖼️ image photo cadre
📷 photo appareil
🎥 vidéo caméra
🎙️ micro vocal
🔔 cloche notification
🔕 cloche-barrée silence muet
🔊 son volume
📢 annonce mégaphone publicité
📣 porte-voix annonce
💬 bulle message conversation
💭 pensée bulle
✉️ enveloppe lettre e-mail
📧 e-mail message
📨 e-mail-reçu message
📮 boîte-aux-lettres courrier
📞 appel téléphone
☎️ téléphone-fixe appel
🌍 monde Europe terre
🇫🇷 France drapeau
🇧🇪 Belgique drapeau
🇨🇭 Suisse drapeau
🇩🇪 Allemagne drapeau
🇪🇸 Espagne drapeau
🇮🇹 Italie drapeau
🇪🇺 Europe drapeau
☀️ soleil beau
🌧️ pluie mauvais
❄️ neige froid hiver
🌱 pousse bio nature
🌿 feuille nature plante
♻️ recyclage éco
🌸 fleur printemps
🎄 sapin noël
🎃 halloween citrouille
🐣 pâques poussin
☕ café pause
🍵 thé pause
🍕 pizza repas
🥐 croissant matin
🍾 champagne fête
🥂 verres santé trinque
🍀 trèfle chance
👑 couronne roi
💎 diamant bijou
👕 tee-shirt vêtement mode
👗 robe mode
👟 basket chaussure
👜 sac mode
💄 maquillage beauté
🧴 flacon cosmétique crème
🧸 peluche jouet
📚 livres lecture
🐶 chien animal
🐱 chat animal
⚖️ balance justice juridique loi
🏛️ administration impôts État
👮 police
👩‍⚖️ juge justice
🧑‍💻 développeur code informatique
🧑‍🔧 technicien réparation
🙈 singe cache oups
💤 dodo sommeil inactif
`;

const known = EMOJIS.trim()
  .split('\n')
  .map((line) => {
    const [emoji = '', name = '', ...words] = line.split(' ');
    const shown = name.replaceAll('-', ' ');
    return { emoji, name: shown, words: foldText([shown, ...words].join(' ')).split(/[^\p{L}]+/u) };
  });

/** By the beginning of one of its words; a name that is what was typed comes first, then those that begin so. */
export function emojisOf(typed: string): Emoji[] {
  const word = foldText(typed);
  const rank = ({ name, words }: (typeof known)[number]) =>
    foldText(name) === word ? 2 : Number(words[0]?.startsWith(word));
  return known
    .filter(({ words }) => words.some((one) => one.startsWith(word)))
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, FOUND_MAX)
    .map(({ emoji, name }) => ({ emoji, name }));
}
