import { firstScreen } from '@guilde/ui/first-screen.tsx';
import { webPlatform } from './platform.ts';

export const render = firstScreen.bind(null, webPlatform);
