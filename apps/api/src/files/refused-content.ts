import type { Refused } from '@guilde/contracts/errors/refused-files.ts';
import { AppError } from '@guilde/contracts/errors.ts';

/** FILE_TYPE_REFUSED says what the file is. */
export function refused(found: Refused): AppError {
  return new AppError('FILE_TYPE_REFUSED', { found });
}

type Signature = [found: Refused, at: number, start: string];

/** Each is in the first bytes, as Latin-1. */
const SIGNATURES: Signature[] = [
  ['archive', 0, '\x1f\x8b'],
  ['archive', 0, '7z\xbc\xaf'],
  ['archive', 0, 'Rar!'],
  ['archive', 0, 'BZh'],
  ['archive', 0, '\xfd7zXZ'],
  ['archive', 0, '\x28\xb5\x2f\xfd'],
  ['archive', 0, 'PK\x05\x06'],
  ['archive', 0, 'PK\x07\x08'],
  ['program', 0, 'MZ'],
  ['program', 0, '\x7fELF'],
  ['program', 0, '\xca\xfe\xba\xbe'],
  ['program', 0, '\xcf\xfa\xed\xfe'],
  ['picture', 0, 'II*\0'],
  ['picture', 0, 'MM\0*'],
  ['picture', 0, 'BM'],
  ['picture', 0, '8BPS'],
  ['picture', 0, 'FUJIFILM'],
  ['picture', 0, '\xff\x0a'],
  ['picture', 4, 'JXL '],
  ['picture', 4, 'jP  '],
  ...['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1', 'avif', 'avis', 'crx '].map(
    (brand): Signature => ['picture', 4, `ftyp${brand}`],
  ),
  ['video', 4, 'ftyp'],
  ['video', 4, 'moov'],
  ['video', 0, 'RIFF'],
  ['video', 0, 'OggS'],
  ['video', 0, 'ID3'],
  ['video', 0, 'fLaC'],
  ['video', 0, '\xff\xfb'],
  ['video', 0, '\x1a\x45\xdf\xa3'],
];
const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
/** The directory of a compound file has names in two bytes a letter. */
const COMPOUNDS: [Refused, string][] = [
  ['locked', 'EncryptedPackage'],
  ['mail', '__substg1.0_'],
];

export function refusalOf(bytes: Uint8Array): AppError {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith(COMPOUND)) {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const named = COMPOUNDS.find(([, name]) => whole.includes(name, 0, 'utf16le'));
    return refused(named?.[0] ?? 'oldOffice');
  }
  return refused(SIGNATURES.find(([, at, start]) => head.startsWith(start, at))?.[0] ?? 'other');
}
