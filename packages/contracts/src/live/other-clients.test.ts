import { expect, it } from 'vitest';
import { followOtherClients } from './other-clients.ts';
import { type LiveEvent, PRESENCE_TIMEOUT_MS, type PresenceState } from './protocol.ts';

const hello: LiveEvent = {
  type: 'hello',
  memberId: 'claire',
  sessionId: 'own',
  unread: { total: 0, conversations: {}, positions: {} },
};
const said = (state: PresenceState, connectionId = 'one', sessionId = 'other'): LiveEvent => ({
  type: 'attention',
  sessionId,
  connectionId,
  state,
});

function after(...events: LiveEvent[]) {
  const others = followOtherClients();
  for (const event of [hello, ...events]) others.onEvent(event, 0);
  return others;
}

it.each<[string, LiveEvent[], boolean]>([
  ['nobody has said anything', [], false],
  ['another client is looked at', [said('looking')], true],
  ['it is near, which was not asked for', [said('near')], false],
  ['it has been left', [said('looking'), said('away')], false],
  ['one of two has been left', [said('looking'), said('looking', 'two'), said('away')], true],
  ['another tab of the same session is looked at', [said('looking', 'tab', 'own')], false],
  ['the connection was greeted again', [said('looking'), hello], true],
  ['somebody else has signed in here', [said('looking'), { ...hello, sessionId: 'next' }], false],
])('%s', (_, events, expected) => {
  expect(after(...events).areIn(['looking'], 1)).toBe(expected);
});

it('a sign of somebody ends by itself', () => {
  const others = after(said('near'));
  expect(others.areIn(['looking', 'near'], PRESENCE_TIMEOUT_MS - 1)).toBe(true);
  expect(others.areIn(['looking', 'near'], PRESENCE_TIMEOUT_MS)).toBe(false);
});
