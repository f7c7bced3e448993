import { readExport } from './read-export.ts';

self.addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  self.postMessage(readExport(data));
});
