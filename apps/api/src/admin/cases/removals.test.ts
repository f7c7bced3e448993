import { randomUUID } from 'node:crypto';
import type { AdminSummaryDetail } from '@guilde/contracts/admin/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { AdminCase, ContestedDecision, TeamDecision } from '@guilde/contracts/cases/rules.ts';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import type { QueuePage } from '@guilde/contracts/queue/rules.ts';
import { eq, inArray } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeArticle } from '../../../test/articles.ts';
import { byHand } from '../../../test/by-hand.ts';
import type { Client } from '../../../test/client.ts';
import { answerEvent, propose, seenEvent, withEvents } from '../../../test/event-scenes.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { granted, openChat, postSos, REMOVAL, refusal, sendText } from '../../../test/scenes.ts';
import { withSecondFactor } from '../../../test/second-factor.ts';
import { messages } from '../../conversations/tables.ts';
import { sosSummaries } from '../../knowledge/tables.ts';
import { auditEntries, jobs } from '../../platform/database/tables.ts';
import { caseDecisions, decisionRecipients, reports } from '../../reports/tables.ts';
import { sosRequests } from '../../sos/tables.ts';

const MADE = '2026-11-16T08:00:00.000Z';
const TEXT = 'Le client s’appelle Jean Dupont, 3 rue des Lilas';

let guilde: Guilde;
/** The number counts the mails that a test has read. */
let read = 0;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  [nina, claire, karim] = [await guilde.as('nina'), await guilde.as('claire'), await guilde.as('karim')];
  read = 0;
  [zoe, paul] = [await guilde.as('zoe'), await guilde.as('paul')];
});
afterEach(() => guilde.close());

type Scene = {
  act: (order?: object) => ReturnType<Client['post']>;
  author: Client;
  isThere: () => Promise<boolean>;
};

async function chat() {
  const opened = await openChat(claire, karim, zoe, paul);
  granted(await paul.post(`/api/sos/${opened.sos.id}/leave`));
  const text = await sendText(karim, opened.conversation.id, TEXT);
  await newMails();
  return { ...opened, text };
}

async function messageScene(): Promise<Scene> {
  const { text } = await chat();
  return {
    act: (order = REMOVAL) => nina.post(`/api/admin/messages/${text.id}/delete`, order),
    author: karim,
    isThere: async () => (await orm().$count(messages, eq(messages.content, TEXT))) > 0,
  };
}

async function sosScene(): Promise<Scene> {
  const { sos } = await chat();
  await byHand(guilde.deps, () =>
    orm().update(sosRequests).set({ description: TEXT }).where(eq(sosRequests.id, sos.id)),
  );
  return {
    act: (order = REMOVAL) => nina.post(`/api/admin/sos/${sos.id}/delete`, order),
    author: claire,
    isThere: async () => (await orm().$count(sosRequests, eq(sosRequests.id, sos.id))) > 0,
  };
}

async function articleScene(): Promise<Scene> {
  const { sos } = await chat();
  const id = await storeArticle(guilde.deps, {
    ...{ title: TEXT, sosRequestId: sos.id, createdAt: Date.parse(MADE) },
  });
  return {
    act: (order = REMOVAL) =>
      nina.post<AdminSummaryDetail>(`/api/admin/summaries/${id}/withdraw`, { ...order, seen: MADE }),
    author: claire,
    isThere: async () => (await orm().$count(sosSummaries, eq(sosSummaries.status, 'approved'))) > 0,
  };
}

async function notesScene(): Promise<Scene> {
  await withEvents(guilde);
  const event = await propose(guilde, claire);
  const id = await storeArticle(guilde.deps, {
    ...{ title: TEXT, eventId: event.id, origin: 'event', createdAt: Date.parse(MADE) },
  });
  return {
    act: (order = REMOVAL) => nina.post(`/api/admin/summaries/${id}/withdraw`, { ...order, seen: MADE }),
    author: claire,
    isThere: async () => (await orm().$count(sosSummaries, eq(sosSummaries.status, 'approved'))) > 0,
  };
}

async function eventScene(): Promise<Scene> {
  await withEvents(guilde);
  const event = await propose(guilde, claire, { description: TEXT });
  granted(await answerEvent(karim, event.id));
  await newMails();
  return {
    act: (order = REMOVAL) => nina.post(`/api/admin/events/${event.id}/cancel`, order),
    author: claire,
    isThere: async () => (await seenEvent(karim, event.id)).status === 'published',
  };
}

const SCENES = [
  ['message', messageScene, 'message-removal', 'Votre message est supprimé'],
  ['SOS', sosScene, 'sos-removal', 'Votre SOS est supprimé'],
  ['article', articleScene, 'article-removal', 'Le résumé de votre SOS est retiré'],
  ['compte rendu', notesScene, 'article-removal', 'Le compte rendu de votre événement est retiré'],
] as const;

const orm = () => guilde.deps.db.orm;
const everybody = () => [nina, claire, karim, zoe, paul];

async function newMails() {
  const all = await guilde.mails();
  const fresh = all.slice(read);
  read = all.length;
  return fresh;
}

async function mailsTo(client: Client) {
  return (await newMails()).filter(({ to }) => to === client.email);
}

function tokenIn(mail: { text: string } | undefined): string {
  return decodeURIComponent(/\/contest#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '');
}

const contest = (token: string) =>
  guilde.visitor().post<ContestedDecision>('/api/decisions/contests', { token, text: 'Rien de personnel.' });

async function decide(outcome: 'upheld' | 'reversed') {
  const { items } = granted(await nina.get<QueuePage>('/api/admin/queue?kind=contest'));
  const one = granted(await nina.get<AdminCase>(`/api/admin/cases/${items[0]?.id}`));
  const path = `/api/admin/contests/${one.decision?.contest?.id}/decide`;
  return granted(await nina.post<AdminCase>(path, { outcome, answer: 'Vous avez raison.' }));
}

const CANCELLATION = ['event', eventScene, 'event-cancellation', 'Votre événement est annulé'] as const;

describe.each([...SCENES, CANCELLATION])('the removal of a %s', (_, start, measure, subject) => {
  it('takes a rule and a sentence', async () => {
    const { act, isThere } = await start();
    for (const [order, field] of [
      [{ reason: REMOVAL.reason }, 'rule'],
      [{ ...REMOVAL, rule: 'somewhere' }, 'rule'],
      [{ rule: REMOVAL.rule }, 'reason'],
      [{ ...REMOVAL, reason: ' ' }, 'reason'],
    ] as const) {
      const answer = await act(order);
      expect(refusal(answer)).toBe('422 INVALID_INPUT');
      expect(Object.keys(answer.error.fields)).toEqual([field]);
    }
    expect(await isThere()).toBe(true);
    expect(await orm().select().from(caseDecisions)).toEqual([]);
  });

  it('reaches its author with the reasons, the text and the way to contest, and nobody else with the text', async () => {
    const { act, author, isThere } = await start();
    granted(await act());
    expect(await isThere()).toBe(false);
    const sent = (await newMails()).filter(({ text }) => /Jean Dupont/.test(text));
    expect(sent).toMatchObject([{ to: author.email, subject }]);
    for (const words of [
      TEXT,
      REMOVAL.reason,
      'les données personnelles d’un tiers',
      'sans traitement automatisé',
      'pendant six mois, jusqu’au 17 mai 2027',
      'Arcom',
    ])
      expect(sent[0]?.text).toContain(words);
    const teamDecisions = granted(await author.get<TeamDecision[]>('/api/decisions'));
    expect(teamDecisions).toMatchObject([
      { measure, rule: REMOVAL.rule, reason: REMOVAL.reason, contest: null },
    ]);
    const link = { token: tokenIn(sent[0]) };
    expect(granted(await guilde.visitor().post('/api/decisions/contested', link))).toMatchObject({ measure });
    for (const other of everybody().filter((one) => one !== author))
      expect(granted(await other.get<TeamDecision[]>('/api/decisions'))).toEqual([]);
    const [last] = granted(await nina.get<AuditPage>('/api/admin/journal')).items;
    const [stored] = await orm().select().from(caseDecisions);
    const after = { rule: REMOVAL.rule, case: stored?.caseId };
    expect(last).toMatchObject({ reason: REMOVAL.reason, after: expect.objectContaining(after) });
  });

  it('comes with decision, mail and row of the journal, or not at all', async () => {
    const { act, isThere } = await start();
    const kinds = inArray(jobs.kind, ['mail.send', 'notice.decide']);
    const state = async () => ({
      isThere: await isThere(),
      decisions: await orm().select().from(caseDecisions),
      journal: await orm().select().from(auditEntries),
      jobs: await orm().select().from(jobs).where(kinds),
    });
    const before = await state();
    for (const step of [
      'insert on case_decisions',
      "insert on jobs when new.kind = 'mail.send'",
      'insert on audit_entries',
    ]) {
      const fault = `create trigger fault before ${step} begin select raise(abort, 'fault'); end`;
      await guilde.deps.db.client.execute(fault);
      expect(refusal(await act())).toBe('500 INTERNAL');
      await guilde.deps.db.client.execute('drop trigger fault');
      expect(await state()).toEqual(before);
    }
  });

  it('of what one wrote oneself is refused', async () => {
    const { act, author, isThere } = await start();
    granted(await nina.put(`/api/admin/users/${author.id}/role`, { role: 'admin' }));
    await withSecondFactor(guilde, author);
    const asNina = nina;
    nina = author;
    expect(refusal(await act())).toBe('409 REMOVAL_OWN');
    nina = asNina;
    expect(await isThere()).toBe(true);
    expect(await orm().select().from(caseDecisions)).toEqual([]);
  });
});

describe.each(SCENES)('the removal of a %s for ever', (_, start, measure) => {
  it('is contested as other measures are; reversed, it is cancelled in the record and what is gone stays gone', async () => {
    const { act, author, isThere } = await start();
    granted(await act());
    granted(await contest(tokenIn((await mailsTo(author)).at(-1))));
    const one = await decide('reversed');
    expect(one.decision).toMatchObject({ outcome: measure, endedAt: expect.any(String) });
    expect(one.decision?.contest).toMatchObject({ outcome: 'reversed' });
    const [answer] = await mailsTo(author);
    expect(answer?.subject).toBe('Votre contestation est acceptée');
    expect(answer?.text).toContain('annulé');
    expect(granted(await author.get<TeamDecision[]>('/api/decisions'))).toMatchObject([
      { endedAt: expect.any(String), contest: { outcome: 'reversed' } },
    ]);
    expect(await isThere()).toBe(false);
  });

  it('of somebody whose account is gone writes to nobody about it', async () => {
    const { act, author, isThere } = await start();
    granted(await nina.post(`/api/admin/users/${author.id}/delete`, REMOVAL));
    await newMails();
    granted(await act());
    expect(await isThere()).toBe(false);
    expect((await newMails()).filter((mail) => /\/contest#/.test(mail.text))).toEqual([]);
  });
});

it('whoever loses a conversation is told, without the text and the reason, and hears of the reversal', async () => {
  const { act } = await sosScene();
  granted(await act());
  const mails = await newMails();
  const removalMails = mails.filter(({ subject }) => subject === 'Une conversation est supprimée');
  expect(removalMails.map(({ to }) => to).sort()).toEqual([karim.email, zoe.email].sort());
  for (const { text } of removalMails) {
    expect(text).not.toMatch(/Jean Dupont|client|Claire|contest/);
    expect(text).toContain('publié le 17 novembre 2026');
  }
  granted(await contest(tokenIn(mails.find(({ to }) => to === claire.email))));
  await newMails();
  await decide('reversed');
  const reversalMails = (await newMails()).filter(({ subject }) =>
    /^La suppression d’une conv/.test(subject),
  );
  expect(reversalMails.map(({ to }) => to).sort()).toEqual([karim.email, zoe.email].sort());
  expect(reversalMails[0]?.text).toContain('Le 17 novembre 2026');
  granted(await nina.post(`/api/admin/users/${zoe.id}/delete`, REMOVAL));
  expect(await orm().select().from(decisionRecipients)).toMatchObject([{ memberId: karim.id }]);
});

it('a contest that is upheld against the author changes nothing for those who were told', async () => {
  const { act } = await sosScene();
  granted(await act());
  granted(await contest(tokenIn((await newMails()).find(({ to }) => to === claire.email))));
  await newMails();
  await decide('upheld');
  expect((await newMails()).map(({ to, subject }) => `${to} ${subject}`)).toEqual([
    `${claire.email} Votre contestation est rejetée`,
  ]);
});

it('who removes an SOS in whose conversation they help is not told of it', async () => {
  const { sos } = await openChat(claire, nina);
  await newMails();
  granted(await nina.post(`/api/admin/sos/${sos.id}/delete`, REMOVAL));
  expect((await newMails()).map(({ to }) => to)).toEqual([claire.email]);
});

it('a reported message is removed by the decision of its case, which tells who reported', async () => {
  const { text, messages: place } = await chat();
  const report = { id: randomUUID(), messageId: text.id, reason: 'other', description: 'Un client nommé.' };
  granted(await zoe.post('/api/reports/messages', report));
  const [row] = await orm().select().from(reports);
  await newMails();
  const caseId = row?.caseId ?? '';
  const remove = (order: object) => nina.post(`/api/admin/messages/${text.id}/delete`, order);
  expect(refusal(await remove({ ...REMOVAL, caseId: randomUUID() }))).toBe('404 NOT_FOUND');
  granted(await remove({ ...REMOVAL, caseId }));
  const one = granted(await nina.get<AdminCase>(`/api/admin/cases/${caseId}`));
  expect(one).toMatchObject({ decision: { outcome: 'message-removal' }, reports: [{ quote: TEXT }] });
  const [mail] = (await newMails()).filter(({ to }) => to === zoe.email);
  expect(mail?.subject).toMatch(/signalement a été examiné/);
  const kinds = granted(await claire.get<History>(place)).messages.map(({ kind }) => kind);
  expect(kinds).toContain('deleted');
});

it('an article without its SOS is withdrawn without a letter', async () => {
  const id = await storeArticle(guilde.deps, { title: TEXT, createdAt: Date.parse(MADE) });
  await newMails();
  const order = { rule: 'accuracy', reason: 'Dépassé.', seen: MADE };
  granted(await nina.post(`/api/admin/summaries/${id}/withdraw`, order));
  expect(await newMails()).toEqual([]);
});

it('the letter about an article that is out of date blames nobody', async () => {
  const { act } = await articleScene();
  granted(await act({ rule: 'accuracy', reason: 'Le formulaire a changé.' }));
  const [letter] = await mailsTo(claire);
  expect(letter?.text).toContain(
    'un résumé inexact, dépassé ou en double est retiré. Elle ne vous reproche rien.',
  );
  expect(letter?.text).not.toContain('Règle enfreinte');
});

it('an SOS alone is removed without a word to others', async () => {
  const { id } = await postSos(claire);
  await newMails();
  granted(await nina.post(`/api/admin/sos/${id}/delete`, REMOVAL));
  expect((await newMails()).map(({ to }) => to)).toEqual([claire.email]);
});
