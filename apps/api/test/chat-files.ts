import { afterAll, beforeAll } from 'vitest';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { openChat } from './scenes.ts';

/** Claire sends files in a chat, at `place`. The server runs from the test file's first test to its last. */
export function withChatFiles() {
  const scene = {} as { guilde: Guilde; claire: Client; place: string };
  beforeAll(async () => {
    scene.guilde = await startGuilde();
    scene.claire = await scene.guilde.as('claire');
    const { conversation } = await openChat(scene.claire, await scene.guilde.as('karim'));
    scene.place = `/api/conversations/${conversation.id}/files`;
  });
  afterAll(() => scene.guilde.close());
  return scene;
}
