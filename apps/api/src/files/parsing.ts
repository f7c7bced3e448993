import { AppError, type ErrorCode } from '@guilde/contracts/errors.ts';
import { ChildEnded, keptChild } from '../platform/child-process/parent.ts';
import { PARSING_PROCESS } from '../platform/installed-files.ts';
import type { Content } from './content.ts';
import type { ParsingJob } from './parsing-process.ts';
import type { Voice } from './voice.ts';

/** A voice message takes some milliseconds, 15 MB of text a tenth of a second. */
const LIMITS = { jobMs: 60_000, processorMs: 3000, idleMs: 30_000, memoryMb: 256 };
/** The first attempt may have ended for another reason than the file. */
const ATTEMPTS = 2;

const parse = keptChild<ParsingJob, unknown>(PARSING_PROCESS, LIMITS);

/** Does as `contentOf` in a child process. Throws UNAVAILABLE and those of `contentOf`. */
export function detectContent(bytes: Uint8Array, name: string): Promise<Content> {
  return parsed({ parser: 'content', input: { bytes, name } }, 'FILE_TYPE_REFUSED') as Promise<Content>;
}

/** Does as `voiceOf` in a child process. Throws UNAVAILABLE and those of `voiceOf`. */
export function rewriteVoice(bytes: Uint8Array): Promise<Voice> {
  return parsed({ parser: 'voice', input: { bytes } }, 'VOICE_UNREADABLE') as Promise<Voice>;
}

/** `refusal` is the error when the child process crashes. */
async function parsed(job: ParsingJob, refusal: ErrorCode): Promise<unknown> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++)
    try {
      return await parse(job);
    } catch (error) {
      if (!(error instanceof ChildEnded)) throw error;
    }
  throw new AppError(refusal);
}
