import { readFileSync } from 'node:fs';

/** An old Node must be able to read this file, which refuses it: plain JavaScript that imports nothing of ours. */
const { engines } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const floor = engines.node.replace('>=', '');
if (isOlder(process.versions.node, floor)) {
  console.error(
    `Guilde demande Node ${floor} ou plus récent, et ${process.execPath} est Node ${process.versions.node}\u00a0: mets-le à jour.`,
  );
  process.exit(1);
}

function isOlder(version, other) {
  const [left, right] = [version, other].map((text) => text.split('.').map(Number));
  const index = left.findIndex((number, place) => number !== right[place]);
  return index >= 0 && left[index] < right[index];
}
