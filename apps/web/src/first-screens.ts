import { firstScreen } from '@guilde/ui/first-screen.tsx';
import { webPlatform } from './platform.ts';

/** As `firstScreen` of the client. The build puts it beside the client, for the server to call. */
export const render = firstScreen.bind(null, webPlatform);
