import type { AdminSummaryDetail } from '@guilde/contracts/admin/rules.ts';
import type { Article, SummaryDraft, SummaryDraftAnswer } from '@guilde/contracts/knowledge/rules.ts';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { signInAgain } from '../../test/second-factor.ts';
import { consented, helped, resolve, summaryOf, talkedAbout } from '../../test/summaries.ts';

const HOUR = 3_600_000;

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let nina: Client;
let sosId: string;
let id: string;

beforeEach(async () => {
  guilde = await startGuilde();
  [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
  [zoe, nina] = [await guilde.as('zoe'), await guilde.as('nina')];
  sosId = (await talkedAbout(claire, helped(claire, karim, zoe))).id;
  await resolve(guilde, claire, sosId);
  id = (await summaryOf(guilde, sosId))?.id ?? '';
});
afterEach(() => guilde.close());

const look = (client: Client) => client.get<SummaryDraftAnswer>(`/api/knowledge/drafts/${sosId}`);
async function draftFor(client: Client): Promise<SummaryDraft> {
  const { draft } = granted(await look(client));
  if (!draft) throw new Error('There is no draft');
  return draft;
}
const veto = async (client: Client, text: RegExp, values: object = {}) => {
  const { lines, seen } = await draftFor(client);
  const place = lines.findIndex((line) => text.test(line.text));
  return client.put<SummaryDraftAnswer>(`/api/knowledge/drafts/${sosId}/veto`, {
    seen,
    place,
    isVetoed: true,
    ...values,
  });
};
async function approve() {
  const summary = await summaryOf(guilde, sosId);
  const seen = new Date(summary?.createdAt ?? 0).toISOString();
  return nina.post<AdminSummaryDetail>(`/api/admin/summaries/${id}/approve`, {
    privacyLevel: 'members',
    seen,
  });
}
const read = (client: Client) => client.get<Article>(`/api/knowledge/${id}`);
const later = async (milliseconds: number) => {
  guilde.clock.advance(milliseconds);
  await guilde.deps.jobs.drain();
};

describe('the draft of a summary', () => {
  it('is told to everybody who took part, names nobody, and is nobody else’s business', async () => {
    const draftMails = (await guilde.mails()).filter(({ subject }) =>
      subject.startsWith('Un résumé à relire'),
    );
    expect(draftMails.map(({ to }) => to).sort()).toEqual(
      [claire, karim, zoe].map(({ email }) => email).sort(),
    );
    for (const client of [claire, karim, zoe]) {
      const draft = await draftFor(client);
      expect(draft).toMatchObject({ sourceId: sosId, isOver: false, hasConsented: false, articleId: null });
      expect(Date.parse(draft.until) - Date.parse(draft.seen)).toBe(48 * HOUR);
      expect(JSON.stringify(draft.lines)).not.toMatch(/Claire|Karim|Zoé|@/);
    }
    expect(refusal(await look(await guilde.as('hugo')))).toBe('404 NOT_FOUND');
    expect(refusal(await look(nina))).toBe('404 NOT_FOUND');
  });

  it('is published after 48 hours, approved or not before, without what one of them left out', async () => {
    expect(granted(await approve())).toMatchObject({ status: 'pending', scheduledPrivacy: 'members' });
    granted(await veto(karim, /^Demande la révision/, { reason: 'On me reconnaît.' }));
    const detail = granted(await nina.get<AdminSummaryDetail>(`/api/admin/summaries/${id}`));
    expect(detail.vetoes).toEqual([{ text: expect.stringMatching(/^Demande/), reason: 'On me reconnaît.' }]);
    // Nobody learns who made the veto.
    expect(JSON.stringify(detail.vetoes)).not.toMatch(/karim|benali/i);
    expect((await draftFor(zoe)).lines.some(({ isVetoed, reason }) => isVetoed || reason !== '')).toBe(false);
    await later(48 * HOUR - 60_000);
    expect(refusal(await read(claire))).toBe('404 NOT_FOUND');
    const live = await zoe.live();
    await later(60_000);
    await live.next('knowledge.changed');
    live.close();
    const article = granted(await read(claire));
    expect(article.keyPoints).toEqual([expect.stringMatching(/^Ne crée/)]);
    expect(JSON.stringify(article)).not.toContain('captures datées de la page produit, écris');
    const summary = await summaryOf(guilde, sosId);
    expect(summary).toMatchObject({ status: 'approved', privacyLevel: 'members', scheduledPrivacy: null });
    expect(summary?.searchText).not.toContain('[e-mail]');
    expect(await draftFor(karim)).toMatchObject({ isOver: true, articleId: id });
    expect(refusal(await veto(karim, /^Ne crée/))).toBe('409 SUMMARY_REVIEW_OVER');
  });

  it('waits for the team after that time, and is then published at once', async () => {
    await later(48 * HOUR);
    expect(refusal(await read(claire))).toBe('404 NOT_FOUND');
    expect(refusal(await veto(zoe, /^Ne crée/))).toBe('409 SUMMARY_REVIEW_OVER');
    await signInAgain(guilde, nina, nina.email);
    granted(await approve());
    granted(await read(claire));
  });

  it('waits no longer once all have consented; a sentence can be taken back until then', async () => {
    granted(await approve());
    granted(await veto(claire, /^Ne crée/));
    granted(await veto(claire, /^Ne crée/, { isVetoed: false }));
    await consented(sosId, claire, karim);
    expect(refusal(await read(claire))).toBe('404 NOT_FOUND');
    await consented(sosId, zoe);
    expect(granted(await read(claire)).keyPoints).toHaveLength(2);
  });

  it('of which everything is left out is not published', async () => {
    granted(await approve());
    const { lines, seen } = await draftFor(claire);
    for (const place of lines.keys())
      granted(await claire.put(`/api/knowledge/drafts/${sosId}/veto`, { seen, place, isVetoed: true }));
    await later(48 * HOUR);
    expect(refusal(await read(claire))).toBe('404 NOT_FOUND');
    expect(await summaryOf(guilde, sosId)).toMatchObject({ status: 'rejected', privacyLevel: null });
    expect(granted(await look(claire))).toEqual({ draft: null });
  });

  it('that was made again is read again: what was left out stays out, what was said of the old text does not count', async () => {
    granted(await veto(karim, /^Ne crée/));
    await consented(sosId, claire, karim);
    const { seen } = await draftFor(zoe);
    guilde.clock.advance(HOUR);
    granted(await nina.post(`/api/admin/summaries/${id}/regenerate`, {}));
    await guilde.deps.jobs.drain();
    const late = { seen, place: 0, isVetoed: true };
    expect(refusal(await zoe.put(`/api/knowledge/drafts/${sosId}/veto`, late))).toBe('409 SUMMARY_CHANGED');
    expect(await draftFor(claire)).toMatchObject({ hasConsented: false });
    const again = await draftFor(karim);
    expect(again.lines.find(({ text }) => text.startsWith('Ne crée'))).toMatchObject({ isVetoed: true });
    expect(Date.parse(again.until) - Date.parse(again.seen)).toBe(48 * HOUR);
  });

  it('that was approved, made again and approved again waits for the end of the later time', async () => {
    granted(await approve());
    await later(24 * HOUR);
    await signInAgain(guilde, nina, nina.email);
    granted(await nina.post(`/api/admin/summaries/${id}/regenerate`, {}));
    await guilde.deps.jobs.drain();
    expect(await summaryOf(guilde, sosId)).toMatchObject({ status: 'pending', scheduledPrivacy: null });
    granted(await approve());
    await later(24 * HOUR);
    expect(refusal(await read(claire))).toBe('404 NOT_FOUND');
    await later(24 * HOUR);
    granted(await read(claire));
  });

  it('can be withdrawn by the team while it waits, and is in the archive of whoever left something out', async () => {
    const { seen } = await draftFor(claire);
    granted(await veto(claire, /^Ne crée/, { reason: 'Trop précis.' }));
    granted(await approve());
    granted(
      await nina.post(`/api/admin/summaries/${id}/withdraw`, {
        rule: 'accuracy',
        reason: 'Finalement non.',
        seen,
      }),
    );
    expect(granted(await look(claire))).toEqual({ draft: null });
    await later(48 * HOUR);
    expect(refusal(await read(claire))).toBe('404 NOT_FOUND');
    const archive = await claire.request('/api/account/personal-data');
    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    expect(JSON.parse(strFromU8(files['donnees.json'] ?? new Uint8Array())).sentencesLeftOut).toMatchObject([
      { text: expect.stringMatching(/^Ne crée/), reason: 'Trop précis.' },
    ]);
  });
});
