import type { z } from 'zod';
import { accessErrors } from './errors/access.ts';
import { communityErrors } from './errors/community.ts';
import { type Entry, type ErrorParams, entryText } from './errors/entry.ts';
import { shownErrors } from './errors/shown.ts';
import { teamErrors } from './errors/team.ts';
import type { refusalOutput } from './errors-output.ts';

const entries = { ...shownErrors, ...accessErrors, ...communityErrors, ...teamErrors };

export type ErrorCode = keyof typeof entries;

export const errorCodes = Object.keys(entries) as ErrorCode[];

/** The keys are field names, dotted for nested fields. */
export type FieldErrors = Record<string, string>;

export type ErrorBody = z.infer<ReturnType<typeof refusalOutput<ErrorCode>>>;

export function errorStatus(code: ErrorCode): Entry['status'] {
  return entries[code].status;
}

export function errorText(code: ErrorCode, params: ErrorParams = {}): string {
  return entryText(entries[code], params);
}

/** The examples fill in texts that are shown without a refusal. */
const EXAMPLES: ErrorParams = {
  seconds: 60,
  step: 3,
  remaining: 2,
  megabytes: 500,
  megapixels: 312,
  most: 250,
  minimum: 10,
  maximum: 500,
  scope: 'members:read',
};

export function errorExample(code: ErrorCode): string {
  return errorText(code, EXAMPLES);
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(entries, value);
}

/** Verbs throw it, and the API's `onError` makes the answer. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly fields: FieldErrors;

  constructor(code: ErrorCode, params: ErrorParams = {}, fields: FieldErrors = {}) {
    super(errorText(code, params));
    this.name = 'AppError';
    this.code = code;
    this.params = params;
    this.fields = fields;
  }
}

export function refuseIf(code: ErrorCode | null, params: ErrorParams = {}): void {
  if (code) throw new AppError(code, params);
}
