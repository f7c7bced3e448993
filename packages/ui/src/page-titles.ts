/** The keys are paths, or the beginnings of those of a part of the product. The pages set the same titles. */
export const PAGE_TITLES: Readonly<Record<string, string>> = {
  '/home': 'Accueil',
  '/sos': 'SOS',
  '/sos/new': 'Lancer un SOS',
  '/chat': 'Chat',
  '/directory': 'Annuaire',
  '/knowledge': 'Base de connaissances',
  '/profile': 'Mon profil',
  '/settings': 'Réglages',
  '/information': 'Centre d’information',
  '/announcements': 'Annonces',
  '/notifications': 'Notifications',
  '/admin': 'Administration',
};

/** Screen readers say the title as soon as the document is loaded, which is before the page has its code. */
export function showTitleOf(pathname: string): void {
  const title = PAGE_TITLES[pathname] ?? PAGE_TITLES[`/${pathname.split('/')[1]}`];
  if (title) document.title = `${title} · Guilde`;
}
