import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Callers log identifiers and codes only; the removed paths are a second safeguard. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        'email',
        'to',
        'token',
        'proof',
        'password',
        'content',
        '*.email',
        '*.to',
        '*.token',
        '*.proof',
        '*.password',
        '*.content',
      ],
      censor: '[…]',
    },
  });
}
