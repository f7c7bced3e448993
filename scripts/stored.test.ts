import { expect, it } from 'vitest';
import { isTest, readFiles, readSources } from './sources.ts';

const client = readSources().filter(
  ({ file }) =>
    !isTest(file) && /^(packages\/ui\/src|apps\/(web|desktop))\//.test(file) && !file.includes('/e2e/'),
);
const [policy] = readFiles('packages/ui/src/information/legal/privacy.md');
const listed = [...(policy?.text ?? '').matchAll(/^\| ([^|]+) \|/gm)].map((match) => match[1]);

function storedNames(text: string): string[] {
  const patterns = [
    /\bname: '([\w:.-]+)',\s*(?:version|storage|partialize)\b/g,
    /(?:local|session)Storage\.(?:get|set)Item\('([^']+)'/g,
    /document\.cookie = `([\w:.-]+)=/g,
    /caches\.open\('([^']+)'/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
}

it('the privacy policy lists everything that the client stores in the browser', () => {
  const stored = client.flatMap(({ text }) => storedNames(text));
  expect(stored).toContain('theme');
  expect(stored).toContain('sidebar:state');
  expect(stored).toContain('guilde-files');
  expect(stored.filter((name) => !listed.includes(name))).toEqual([]);
});

it('nothing is stored in a way that this test does not read', () => {
  const others = client.filter(({ text }) => /indexedDB|cookieStore|caches\.(?!open\(')/.test(text));
  expect(others.map(({ file }) => file)).toEqual([]);
});
