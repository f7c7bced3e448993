import { expect, it } from 'vitest';
import { jobErrorText } from '../summaries/labels.ts';
import { changesOf } from './labels.ts';

const failed = (error: string) =>
  changesOf({ subjectType: 'job', before: { error }, after: null, names: {} }).map(({ before }) => before);

it('the error of a job is said in French, in the journal too', () => {
  expect(failed('AI_TIMEOUT')).toEqual(['l’IA n’a pas répondu à temps']);
  expect(jobErrorText('Error: No handler for this kind')).toBe(
    'erreur inattendue (Error: No handler for this kind)',
  );
});
