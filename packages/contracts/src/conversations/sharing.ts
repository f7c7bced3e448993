export const SHARE_PATH = '/share';
export const SHARED_INDEX = `${SHARE_PATH}/index.json`;
export const SHARED_FOR_MS = 86_400_000;

export type SharedIndex = { at: number; text: string; files: { name: string; type: string }[] };

export function sharedFilePath(position: number): string {
  return `${SHARE_PATH}/${position}`;
}
