/** Where another app sends what its user shares with the installed one (Web Share Target). */
export const SHARE_PATH = '/share';
/** Where the service worker keeps it until the member has chosen a conversation. */
export const SHARED_INDEX = `${SHARE_PATH}/index.json`;
/** In milliseconds. */
export const SHARED_FOR_MS = 86_400_000;

/** `at`: when it was shared. */
export type SharedIndex = { at: number; text: string; files: { name: string; type: string }[] };

export function sharedFilePath(position: number): string {
  return `${SHARE_PATH}/${position}`;
}
