import { z } from 'zod';
import { EMAIL_INVALID, EMAIL_MAX, EMAIL_MISSING, EMAIL_PATTERN, plainAddress } from './email-address.ts';
import { plainLine, plainLines, SEARCH_MAX } from './text.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** It replaces the library's texts once this file is imported. */
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
  if (origin === 'string')
    return minimum <= 1 ? 'Ce champ est requis.' : `Écris au moins ${minimum} caractères.`;
  if (origin === 'array') return minimum <= 1 ? 'Fais au moins un choix.' : `Fais ${minimum} choix.`;
  return `La valeur doit être d’au moins ${minimum}.`;
}

function tooBig(origin: string, maximum: number): string {
  const count = maximum.toLocaleString('fr-FR');
  if (origin === 'string') return `Écris ${count} caractères au plus.`;
  if (origin === 'array') return `Fais ${count} choix au plus.`;
  return `La valeur doit être de ${count} au plus.`;
}

function invalidFormat(format: string): string {
  if (format === 'email') return EMAIL_INVALID;
  if (format === 'url') return 'Cette adresse web n’est pas valable.';
  return 'Ce format n’est pas valable.';
}

z.config({ customError: frenchMessage });

/**
 * Counts UTF-16 units, as a form's `maxLength` does, where zod's own `max` counts code points. A longer text
 * is refused before any pattern runs on it.
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
  // The OpenAPI document reads it.
  check._zod.onattach.push(({ _zod }) => {
    _zod.bag.maximum = max;
  });
  return check;
}

/** Letters are composed; NUL, at which SQLite would cut the text, and lone surrogates are removed. */
export const plainText = z.string().overwrite(plainLines);

/** An empty text asks for everything. */
export const searchedText = plainText.trim().check(atMost(SEARCH_MAX));

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\u115f\u1160\u3164\uffa0]/gu;

export function isVisible(text: string): boolean {
  return text.replace(INVISIBLE, '') !== '';
}

/** `max` is in UTF-16 units. */
export function requiredText(max: number) {
  return plainText.trim().min(1).check(atMost(max)).refine(isVisible, 'Ce champ est requis.');
}

/** The text is one line without changes of direction, as for a mail's subject. */
export function requiredLine(max: number) {
  return z
    .string()
    .overwrite(plainLine)
    .trim()
    .min(1)
    .check(atMost(max))
    .refine(isVisible, 'Ce champ est requis.');
}

/** A shop may be called « Vente-privee.com » or « C@fé », a person « J.P. », but nobody like this. */
const ADDRESS_IN_NAME = /:\/\/|[^\s@]@[^\s@.]+\.[^\s@]/u;
export const LINK_IN_NAME = 'Écris ce nom sans adresse web ni e-mail.';

/** No name is a link where it is shown: mails break what their readers would make one of (mail.ts). */
export function requiredName(max: number) {
  return requiredLine(max).refine((text) => !ADDRESS_IN_NAME.test(text), LINK_IN_NAME);
}

export const emailAddress = z
  .string()
  .overwrite(plainAddress)
  .min(1, EMAIL_MISSING)
  .check(atMost(EMAIL_MAX, EMAIL_INVALID))
  .regex(EMAIL_PATTERN, EMAIL_INVALID);

/** Mail servers and the sign-in library accept less than `EMAIL_PATTERN`. */
export const mailableAddress = emailAddress.pipe(z.email(EMAIL_INVALID));

/** `message` is shown when no option was chosen. */
export function oneOf<T extends string>(options: readonly { id: T }[], message?: string) {
  return z.enum(
    options.map(({ id }) => id),
    message,
  );
}

export const uuid = z
  .string()
  .toLowerCase()
  .pipe(z.uuid('Cet identifiant n’est pas valable.'))
  // The OpenAPI document describes the input, in which a pipe would show the string alone.
  .meta({ format: 'uuid' });

/** Reads digits only, where `Number` also reads « 0x1 », « 1e2 » and nothing. */
export function decimal(schema: z.ZodNumber) {
  const read = (text: string, { issues }: { issues: z.core.$ZodRawIssue[] }) => {
    if (/^\d+$/.test(text)) return Number(text);
    issues.push({ code: 'custom', message: 'Un nombre entier est attendu.', input: text });
    return z.NEVER;
  };
  return z.preprocess(read, schema);
}

/** It is the `nextCursor` of the page before; only the server reads it. */
export const pageCursor = z.string().check(atMost(200)).optional();

/** Gives the first message of each invalid field, keyed by dotted path. */
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
