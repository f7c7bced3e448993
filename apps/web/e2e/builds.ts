import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = join(import.meta.dirname, '../../../out/web');
const IS_TEXT = /\.(?:js|css|html|json)$/;

/**
 * Replaces the client's build in `folder`, as a deployment does: every hashed file gets a new name with
 * `mark` in it, and the former names are gone.
 */
export function deploy(folder: string, mark: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(BUILT, folder, { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) });
  const assets = join(folder, 'assets');
  const names = readdirSync(assets);
  const renamed = new Map(names.map((name) => [name, name.replace(/(\.\w+)$/, `${mark}$1`)]));
  const anyName = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!IS_TEXT.test(name)) continue;
    const file = join(folder, name);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(anyName, (found) => renamed.get(found) ?? found),
    );
  }
  for (const [name, next] of renamed) {
    cpSync(join(assets, name), join(assets, next));
    rmSync(join(assets, name));
  }
}
