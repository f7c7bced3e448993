import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { openChat, sendText } from '../../test/scenes.ts';
import { conversationTextOf } from './conversation-text.ts';

/** The length exceeds the 40,000 characters that are summarised. */
const MESSAGES = 21;
const TEXT = 'Bonjour. '.repeat(222);

let guilde: Guilde;
beforeAll(async () => {
  guilde = await startGuilde();
});
afterAll(() => guilde.close());

it('a long conversation is masked with pauses, in which others have their turn', async () => {
  const [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
  const { sos, conversation } = await openChat(claire, karim);
  for (let count = 0; count < MESSAGES; count++) await sendText(karim, conversation.id, TEXT);
  let turns = 0;
  let isWorking = true;
  const others = () => {
    turns++;
    if (isWorking) setImmediate(others);
  };
  setImmediate(others);
  const text = await conversationTextOf(guilde.deps.db.orm, sos.id);
  isWorking = false;
  expect(text?.lines.length).toBeGreaterThan(MESSAGES - 3);
  // The thread yields once per 4,000 characters.
  expect(turns).toBeGreaterThanOrEqual(9);
});
