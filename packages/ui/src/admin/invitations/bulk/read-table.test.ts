import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { bulkList, csv, utf16, windows1252 } from '../../../../../../apps/api/test/bulk-list.ts';
import { decoded } from '../../../files/table-text.ts';
import { readFile, readText } from './read-table.ts';

const { lines } = bulkList(60);
const utf8 = (text: string) => new TextEncoder().encode(text);
const read = (bytes: Uint8Array) => readFile(new Blob([new Uint8Array(bytes)]));

describe('a list is read as it was written', () => {
  it.each([
    ['Excel in French', windows1252(csv(lines))],
    ['UTF-8', utf8(csv(lines, ','))],
    ['UTF-8 with its mark', utf8(`\ufeff${csv(lines)}`)],
    ['UTF-16 with tabs', utf16(csv(lines, '\t'))],
    ['UTF-16, the other end first', utf16(csv(lines, '\t'), true)],
    ['UTF-16 without its mark', utf16(csv(lines, '\t'), false, false)],
    ['a line that names the separator', utf8(`sep=,\r\n${csv(lines, ',')}`)],
    ['breaks of old Macs', windows1252(csv(lines, ';', '\r'))],
    ['breaks of Unix', utf8(csv(lines, ';', '\n'))],
    ['packed, as Discourse gives it', gzipSync(utf8(csv(lines, ',')))],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toEqual({ lines });
  });

  it('Excel on a Mac', () => {
    const bytes = new Uint8Array([0x4c, 0x8e, 0x61, 0x3b, 0x4e, 0x6f, 0x91, 0x6c, 0x3b, 0x8f]);
    expect(decoded(bytes)).toBe('Léa;Noël;è');
  });

  it('pasted, with a quote within a cell, and a line of one address each', async () => {
    expect(await readText('nom,taille\nTube,5" de long')).toEqual({
      lines: [
        ['nom', 'taille'],
        ['Tube', '5" de long'],
      ],
    });
    expect(await readText('a@b.fr\nc@d.fr\n\n')).toEqual({ lines: [['a@b.fr'], ['c@d.fr']] });
  });
});

describe('what is no list is refused with one sentence', () => {
  const large = new Blob([new Uint8Array(utf8('a;b\n'.repeat(600_000)))]);
  it.each([
    ['a million rows', () => readFile(large), /dépasse 1.Mo/],
    ['a packed bomb', () => read(gzipSync(new Uint8Array(4 * 1024 * 1024).fill(97))), /dépasse 1.Mo/],
    ['a packed picture', () => read(gzipSync(new Uint8Array([0x89, 0x50, 0, 0]))), /format CSV/],
    [
      'a spreadsheet or a zip bomb',
      () => read(new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 8, 0])),
      /format CSV/,
    ],
    ['a picture', () => read(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])), /format CSV/],
    ['packed bytes', () => read(new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])), /format CSV/],
    ['too many rows', () => readText('a@b.fr\n'.repeat(2002)), /2.000 lignes/],
    ['an open quote', () => readText('a;b\n"c;d\ne;f'), /guillemet n’est pas refermé/],
    ['nothing', () => readText(' \n;;\n'), /vide/],
  ])('%s', async (_, answer, problem) => {
    expect(await answer()).toEqual({ problem: expect.stringMatching(problem) });
  });
});
