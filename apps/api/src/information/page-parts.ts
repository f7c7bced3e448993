import type { Deps } from '../platform/deps.ts';
import type { PageParts } from '../platform/http/web.ts';
import { figuresOf } from './figures.ts';

const NAME = 'Guilde · L’entraide privée des e-commerçants certifiés';
const LANDING =
  'Un blocage, un SOS, et des marchands qui sont passés par là te répondent. Ni agences, ni freelances\u00a0: seulement des e-commerçants.';
const INVITATION =
  'Inscription sur invitation d’un marchand déjà membre. Si tu as reçu la tienne, elle t’attend ici.';

/** Invitations lead to `/auth` with their token in the fragment, so that no preview can use or reveal it. */
const DESCRIPTIONS: Record<string, string> = {
  '/': LANDING,
  '/auth': INVITATION,
  '/invitation': INVITATION,
  '/invitation-info': INVITATION,
};

/** The titles are those of the client; other pages have the landing page's. */
const TITLES: Record<string, string> = {
  '/auth': 'Connexion · Guilde',
  '/invitation-info': 'Inscription sur invitation · Guilde',
};

/** Makes Open Graph tags, and the figures of the landing page. The parts are null for other pages. */
export function pageParts(deps: Pick<Deps, 'config' | 'db' | 'clock'>) {
  const { publicUrl, company } = deps.config;
  const author = company.name ? [`<meta name="author" content="${attribute(company.name)}" />`] : [];
  return async (path: string): Promise<PageParts | null> => {
    const description = DESCRIPTIONS[path];
    if (!description) return null;
    const tags = [
      ['og:type', 'website'],
      ['og:site_name', 'Guilde'],
      ['og:locale', 'fr_FR'],
      ['og:title', NAME],
      ['og:description', description],
      ['og:url', `${publicUrl}${path}`],
      ['og:image', `${publicUrl}/preview.png`],
      ['og:image:width', '1200'],
      ['og:image:height', '630'],
      ['og:image:alt', 'Le sceau de Guilde'],
    ].map(
      ([property = '', content = '']) => `<meta property="${property}" content="${attribute(content)}" />`,
    );
    const card = '<meta name="twitter:card" content="summary_large_image" />';
    const figures = path === '/' ? await figuresOf(deps) : null;
    const written = figures
      ? [`<meta name="guilde:figures" content="${attribute(JSON.stringify(figures))}" />`]
      : [];
    return {
      title: TITLES[path] ?? NAME,
      head: [...tags, card, ...author, ...written].join('\n    '),
      pageData: { figures, organiser: company.name },
    };
  };
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
