/** Names a refused file by its content. */
export const REFUSED_FILES = {
  other:
    'Ce type de fichier n’est pas accepté\u00a0: envoie une image, un PDF, un document bureautique, un CSV, un XML ou un texte.',
  archive: 'Une archive n’est pas acceptée\u00a0: envoie les fichiers qu’elle contient.',
  program: 'Un programme ou un script n’est pas accepté\u00a0: copie son texte dans ton message.',
  page: 'Ce fichier est une page web ou un dessin, qui peut exécuter du code\u00a0: envoie-le en PDF ou en image.',
  unsure:
    'Ce XML déclare un DOCTYPE ou un encodage rare, qui peut cacher une page\u00a0: exporte-le en UTF-8 sans DOCTYPE.',
  picture:
    'Ce format d’image (HEIC, AVIF, TIFF, RAW, BMP…) n’est pas accepté\u00a0: enregistre-la en JPEG ou en PNG.',
  video: 'Un son ou une vidéo n’est pas accepté\u00a0: envoie une capture, ou un lien.',
  mail: 'Un e-mail d’Outlook (.msg) peut contenir n’importe quel fichier\u00a0: enregistre-le en PDF, puis renvoie-le.',
  oldOffice:
    'Les formats .xls, .doc, .ppt et .xlsb peuvent cacher des macros\u00a0: enregistre-le en .xlsx, .docx ou .pptx.',
  locked: 'Ce document est protégé par un mot de passe\u00a0: enlève-le, puis renvoie-le.',
  damaged: 'Ce document est abîmé ou incomplet\u00a0: enregistre-le de nouveau, puis renvoie-le.',
  apple: 'Un document Numbers, Pages ou Keynote n’est pas accepté\u00a0: exporte-le en Excel, Word ou PDF.',
} as const;

export type Refused = keyof typeof REFUSED_FILES;
