import { describe, expect, it } from 'vitest';
import { checkOfEvents, expectDeclared } from './declared-answers.ts';

const STATS = { averageRating: 4.5, totalRatings: 2, resolvedSOS: 1, totalResolvedSOS: 3 };
const PATH = '/api/ratings/stats/00000000-0000-4000-8000-000000000000';

function refusal(code: string) {
  const problem = { type: `tag:guilde.fr,2026:${code}`, title: '', status: 0, detail: '' };
  return { ...problem, error: { code, message: '', params: {}, fields: {}, requestId: '' } };
}

const refused = (status: number) => ({ status, headers: { 'content-type': 'application/problem+json' } });

function check(body: unknown, init: ResponseInit = {}) {
  return expectDeclared('GET', PATH, Response.json(body, init));
}

describe('an answer that a test receives', () => {
  it('passes as its route declares it', async () => {
    await check(STATS);
    await check(refusal('NOT_FOUND'), refused(404));
    await check(refusal('PROFILE_INCOMPLETE'), refused(403));
  });

  it.each([
    ['a key that nobody declared', { ...STATS, email: 'x' }, {}],
    ['a missing key', { ...STATS, totalRatings: undefined }, {}],
    ['a value of another kind', { ...STATS, totalRatings: '2' }, {}],
    ['a code that its route does not declare', refusal('SOS_ENDED'), refused(409)],
    ['a refusal that is no problem', { ...refusal('NOT_FOUND'), title: undefined }, refused(404)],
    ['a code under another status', refusal('NOT_FOUND'), refused(403)],
    ['another media type', STATS, { headers: { 'content-type': 'text/html' } }],
  ])('fails with %s', async (_, body, init) => {
    await expect(check(body, init)).rejects.toThrow('GET /api/ratings/stats/{memberId} does not answer');
  });
});

it('an event that a test receives has the parts that are declared, and no others', async () => {
  const check = await checkOfEvents();
  const typing = { type: 'typing', conversationId: 'a', memberId: 'b' };
  check(typing);
  for (const wrong of [{ ...typing, memberId: undefined }, { ...typing, text: 'x' }, { type: 'writing' }])
    expect(() => check(wrong)).toThrow('An event is not as declared');
});
