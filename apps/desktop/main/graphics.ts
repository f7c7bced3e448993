import { join } from 'node:path';
import type { DesktopElectron } from './electron.ts';
import { readNowIfThere, writePrivatelyNow } from './files.ts';
import type { Surroundings } from './surroundings.ts';

/** The crashes are those of the GPU process in one start. */
const TOO_MANY = 3;

/** Must be called before Electron is ready. Another version tries the graphics card again. */
export function chooseGraphics(
  { app }: Pick<DesktopElectron, 'app'>,
  { journal }: Pick<Surroundings, 'journal'>,
): boolean {
  const file = join(app.getPath('userData'), 'graphics-crashed');
  const isUsed = readNowIfThere(file)?.toString() !== app.getVersion();
  if (!isUsed) {
    app.disableHardwareAcceleration();
    journal.write('Without the graphics card: its process crashed again and again');
    return false;
  }
  let crashes = 0;
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit' || ++crashes !== TOO_MANY) return;
    try {
      writePrivatelyNow(file, app.getVersion());
      journal.write('The next start does without the graphics card');
    } catch (error) {
      journal.write('The next start uses the graphics card again', error);
    }
  });
  return true;
}
