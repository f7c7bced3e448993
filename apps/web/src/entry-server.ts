import { renderPublicPage } from '@guilde/ui/server-rendering.tsx';
import { webPlatform } from './platform.ts';

export const render = renderPublicPage.bind(null, webPlatform);
