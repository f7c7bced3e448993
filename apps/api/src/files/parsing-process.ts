import { answerJobs } from '../platform/child-process/child.ts';
import { contentOf } from './content.ts';
import { voiceOf } from './voice.ts';

/** Foreign content is parsed here, and nowhere else. */
const PARSERS = {
  content: ({ bytes, name }: { bytes: Uint8Array; name: string }) => contentOf(bytes, name),
  voice: ({ bytes }: { bytes: Uint8Array }) => voiceOf(bytes),
};

export type Parsers = typeof PARSERS;
export type ParsingJob = {
  [Name in keyof Parsers]: { parser: Name; input: Parameters<Parsers[Name]>[0] };
}[keyof Parsers];

answerJobs(({ parser, input }: ParsingJob) => (PARSERS[parser] as (input: unknown) => unknown)(input));
