import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Structured lines on standard output. What may identify or open something never gets here: callers log identifiers
 * and codes, and the paths below are removed should an object carry them all the same.
 */
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
