import { z } from 'zod';
import { plainLine, plainLines } from './text.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * French texts for what a schema did not word itself, so that no library wording reaches a person.
 * Activated by importing this file; every schema of the contracts does.
 */
function frenchMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'Ce champ est requis.'
        : 'Cette valeur n’est pas du bon type.';
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return invalidFormat(issue.format);
    case 'invalid_value':
      return 'Choisis une des valeurs proposées.';
    case 'unrecognized_keys':
      return 'Ce champ n’est pas attendu.';
    default:
      return 'Cette valeur n’est pas valable.';
  }
}

function tooSmall(origin: string, minimum: number): string {
  if (origin === 'string') return minimum <= 1 ? 'Ce champ est requis.' : `${minimum} caractères au moins.`;
  if (origin === 'array') return minimum <= 1 ? 'Fais au moins un choix.' : `Fais ${minimum} choix.`;
  return `La valeur doit être d’au moins ${minimum}.`;
}

function tooBig(origin: string, maximum: number): string {
  const count = maximum.toLocaleString('fr-FR');
  if (origin === 'string') return `${count} caractères au plus.`;
  if (origin === 'array') return `${count} choix au plus.`;
  return `La valeur doit être de ${count} au plus.`;
}

function invalidFormat(format: string): string {
  if (format === 'email') return 'Adresse email invalide';
  if (format === 'url') return 'Cette adresse web n’est pas valable.';
  return 'Ce format n’est pas valable.';
}

z.config({ customError: frenchMessage });

/**
 * At most `max` UTF-16 units, as `maxLength` of a form counts; zod's own `max` counts code points. A longer text is not
 * looked at any further: no pattern runs on it.
 */
export function atMost(max: number, message?: string): z.core.$ZodCheck<string> {
  const check = z.check<string>(({ value, issues }) => {
    if (value.length <= max) return;
    issues.push({
      code: 'too_big',
      origin: 'string',
      maximum: max,
      inclusive: true,
      input: value,
      continue: false,
      ...(message === undefined ? {} : { message }),
    });
  });
  // For the API's documents.
  check._zod.onattach.push(({ _zod }) => {
    _zod.bag.maximum = max;
  });
  return check;
}

/** Text as people write it: NUL, at which SQLite would stop counting, halves of characters and the like are not part of it. */
export const plainText = z.string().overwrite(plainLines);

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\u115f\u1160\u3164\uffa0]/gu;

/** True when something can be seen of a text. */
export function isVisible(text: string): boolean {
  return text.replace(INVISIBLE, '') !== '';
}

/** A required text of several lines: trimmed, something to see, at most `max` characters (UTF-16 units, as `maxLength` counts). */
export function requiredText(max: number) {
  return plainText.trim().min(1).check(atMost(max)).refine(isVisible, 'Ce champ est requis.');
}

/** A required text on one line, which may stand in a heading or a mail's subject: no breaks, no change of direction. */
export function requiredLine(max: number) {
  return z
    .string()
    .overwrite(plainLine)
    .trim()
    .min(1)
    .check(atMost(max))
    .refine(isVisible, 'Ce champ est requis.');
}

/** A scheme, or something with a dot that mail programs make a link of (also the dots of other scripts); not « J. Martin ». */
const LINK_LIKE =
  /:\/\/|www[.\u2024\u3002\uff0e\uff61]|[\p{L}\d_-][.\u2024\u3002\uff0e\uff61][\p{L}\d-]{2}/iu;
export const LINK_IN_NAME = 'Écris ce nom sans adresse web ni e-mail.';

/** A name that may stand in a mail to a stranger, who must find no link in it: `requiredLine` without web addresses. */
export function requiredName(max: number) {
  return requiredLine(max).refine((text) => !LINK_LIKE.test(text), LINK_IN_NAME);
}

/**
 * Address patterns differ by library; this is that of docs/specification.md#accounts: non-space, @, non-space, dot, non-space. The dot is
 * the first after the domain's first character, so that there is only one way to read an address.
 */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** RFC 5321. */
export const EMAIL_MAX = 254;

/** An e-mail address, trimmed and lower-cased. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Email requis')
  .check(atMost(EMAIL_MAX, 'Adresse email invalide'))
  .regex(EMAIL_PATTERN, 'Adresse email invalide');

/** An address for a new account: what mail servers and the sign-in library accept, which is less than the pattern. */
export const mailableAddress = emailAddress.pipe(z.email('Adresse email invalide'));

/** The id of one of the options. `message`: what is said to whoever chose none. */
export function oneOf<T extends string>(options: readonly { id: T }[], message?: string) {
  return z.enum(
    options.map(({ id }) => id),
    message,
  );
}

/** Identifier made by either side: a UUID. */
export const uuid = z.string().toLowerCase().pipe(z.uuid('Cet identifiant n’est pas valable.'));

/** One message per invalid field of a failed parse, the first one of each, keyed by dotted path. */
export function fieldErrors(issues: readonly { message: string; path?: readonly unknown[] | undefined }[]) {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const path = (issue.path ?? [])
      .map((part) => String(typeof part === 'object' && part && 'key' in part ? part.key : part))
      .join('.');
    fields[path] ??= issue.message;
  }
  return fields;
}
