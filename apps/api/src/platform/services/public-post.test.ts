import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../../test/webhook-receiver.ts';
import { isPublicAddress, postPublicly, whereItLeads } from './public-post.ts';

let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const message = { headers: { 'content-type': 'application/json' }, body: '{}' };
const [PUBLIC, LOOPBACK] = [
  { address: '93.184.215.14', family: 4 },
  { address: '127.0.0.1', family: 4 },
];

/** Answers as a name server does that changes its mind. */
function resolving(...answers: LookupAddress[][]) {
  let asked = 0;
  const lookup = (
    _name: string,
    _options: object,
    done: (error: null, addresses: LookupAddress[]) => void,
  ): void => done(null, answers[Math.min(asked++, answers.length - 1)] ?? []);
  return lookup;
}

describe('a typed address', () => {
  it.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '①②⑦.0.0.1', '0.0.0.0', '10.0.0.1'],
    ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[fd00::1]'],
    ...['[::7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', 'localhost'],
  ])('does not reach %s', async (host) => {
    const url = `http://${host}:${receiver.port}/`;
    expect(await whereItLeads(url)).toBe('private');
    expect(await postPublicly({ url, ...message })).toEqual({ is: 'private' });
    expect(receiver.received).toEqual([]);
  });

  it('may be public, in both families', () => {
    for (const address of ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])
      expect(isPublicAddress(address)).toBe(true);
    expect(isPublicAddress('exemple.fr')).toBe(false);
  });

  it('is asked for anew at each call: a name that leads into a private network meanwhile is not called', async () => {
    const url = `http://automate.exemple:${receiver.port}/`;
    const lookup = resolving([PUBLIC], [LOOPBACK]);
    expect(await whereItLeads(url, lookup)).toBe('public');
    expect(await postPublicly({ url, ...message }, { lookup })).toEqual({ is: 'private' });
    expect(await postPublicly({ url, ...message }, { lookup: resolving([PUBLIC, LOOPBACK]) })).toEqual({
      is: 'private',
    });
    expect(receiver.received).toEqual([]);
  });

  it('that nobody knows, or where nothing listens, is unreachable', async () => {
    expect(await whereItLeads('https://nulle-part.invalid/')).toBe('nowhere');
    const allowed = 'http://127.0.0.1:9';
    expect(await postPublicly({ url: `${allowed}/`, ...message }, { allowed })).toEqual({
      is: 'unreachable',
    });
  });

  it('is called as it is: a redirection is the answer', async () => {
    const { origin: allowed } = receiver;
    receiver.answerWith({ status: 307, headers: { location: `${allowed}/other` } });
    expect(await postPublicly({ url: `${allowed}/`, ...message }, { allowed })).toEqual({
      is: 'answered',
      status: 307,
    });
    expect(receiver.received).toHaveLength(1);
  });
});
