import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { jobs } from '../src/platform/database/tables.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { type OpenAiServer, says, startOpenAi } from './openai-server.ts';
import { ANSWER, helped, talkedAbout } from './summaries.ts';

/** Before each test, the model has got no request, and it answers well. */
export type ModelScene = { guilde: Guilde; openAi: OpenAiServer; claire: Client; karim: Client; zoe: Client };

/** Starts a community whose summaries a model writes, for all tests of a file; `begin` gets the scene. */
export function withModel({ metrics = false }: { metrics?: boolean }, begin: (scene: ModelScene) => void) {
  let scene: ModelScene;
  beforeAll(async () => {
    const openAi = await startOpenAi();
    const guilde = await startGuilde({ metrics, env: openAi.env });
    const [claire, karim, zoe] = [
      await guilde.as('claire'),
      await guilde.as('karim'),
      await guilde.as('zoe'),
    ];
    scene = { guilde, openAi, claire, karim, zoe };
    begin(scene);
  });
  afterAll(async () => {
    scene.openAi.stop();
    await scene.guilde.close();
  });
  beforeEach(() => {
    scene.openAi.requests.length = 0;
    scene.openAi.answerWith(says(ANSWER));
  });
  return {
    /** Creates an SOS of claire's with the usual advice. */
    said: () => talkedAbout(scene.claire, helped(scene.claire, scene.karim, scene.zoe)),
    /** Returns the job that makes the summary of an SOS. */
    jobFor: async (sosId: string) => {
      const [job] = await scene.guilde.deps.db.orm
        .select()
        .from(jobs)
        .where(eq(jobs.key, `summary:${sosId}`));
      return job;
    },
    /** Advances the clock, and does the due jobs. */
    later: async (milliseconds: number) => {
      scene.guilde.clock.advance(milliseconds);
      await scene.guilde.deps.jobs.drain();
    },
  };
}
