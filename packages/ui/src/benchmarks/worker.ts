import { readExport } from './read-export.ts';

self.addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  void readExport(data).then((read) => self.postMessage(read));
});
