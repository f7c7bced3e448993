import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { SecurityPage } from '@guilde/contracts/security/rules.ts';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeArticle } from '../../../test/articles.ts';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { granted, openChat, openPrivate, refusal, sendText } from '../../../test/scenes.ts';
import { outboxUrl } from '../../platform/services/outbox.ts';

const HOUR = 3_600_000;

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterEach(() => guilde.close());

async function readings() {
  const { items } = granted(await nina.get<AuditPage>('/api/admin/journal?action=readings'));
  return items.map(({ action, subjectLabel, actorName }) => [action, subjectLabel, actorName]);
}

const LINE = ['conversation.read', 'Compte Ads suspendu', 'Nina Roche'];

describe('what an administrator reads of others', () => {
  it('leaves a line for each conversation, once however often the list asks again', async () => {
    const { conversation } = await openChat(claire, karim);
    await sendText(karim, conversation.id, 'As-tu demandé une révision ?');
    await nina.get('/api/admin/messages');
    expect(await readings()).toEqual([]);
    await openPrivate(nina, conversation.id);
    for (let poll = 0; poll < 3; poll++) await nina.get('/api/admin/messages');
    expect(await readings()).toEqual([LINE]);
    const again = await openChat(karim, claire);
    await sendText(claire, again.conversation.id, 'Moi aussi.');
    await openPrivate(nina, again.conversation.id);
    await Promise.all([nina.get('/api/admin/messages'), nina.get('/api/admin/messages')]);
    expect(await readings()).toEqual([LINE, LINE]);
    guilde.clock.advance(HOUR);
    await nina.get('/api/admin/messages');
    expect(await readings()).toHaveLength(4);
  });

  it('leaves one for a single message, and for the chat beside a summary', async () => {
    const { sos, conversation } = await openChat(claire, karim);
    const { id } = await sendText(karim, conversation.id, 'As-tu demandé une révision ?');
    await openPrivate(nina, conversation.id);
    granted(await nina.get(`/api/admin/messages/${id}`));
    expect(await readings()).toEqual([LINE]);
    guilde.clock.advance(HOUR);
    const summaryId = await storeArticle(guilde.deps, { title: 'Révision', sosRequestId: sos.id });
    granted(await nina.get(`/api/admin/summaries/${summaryId}`));
    expect(await readings()).toEqual([LINE, LINE]);
  });

  it('leaves one for an account with its address, for the list, and for the security log', async () => {
    granted(await nina.get(`/api/admin/users/${claire.id}`));
    granted(await nina.get('/api/admin/users'));
    granted(await nina.get('/api/admin/users?q=claire'));
    granted(await nina.get('/api/admin/security'));
    expect(await readings()).toEqual([
      ['security.read', 'Sécurité', 'Nina Roche'],
      ['users.read', 'Liste des membres', 'Nina Roche'],
      ['user.read', 'Claire Martin', 'Nina Roche'],
    ]);
    expect(granted(await nina.get<AuditPage>('/api/admin/journal')).items).toEqual([]);
    expect(granted(await nina.get<AuditPage>('/api/admin/journal?action=all')).items).toHaveLength(3);
  });

  it('is not shown when no line can be written', async () => {
    const { conversation } = await openChat(claire, karim);
    const { id } = await sendText(karim, conversation.id, 'As-tu demandé une révision ?');
    await openPrivate(nina, conversation.id);
    await guilde.deps.db.orm.run(
      sql`create trigger journal_full before insert on audit_entries begin select raise(abort, 'no'); end`,
    );
    for (const path of [
      '/api/admin/messages',
      `/api/admin/messages/${id}`,
      `/api/admin/users/${claire.id}`,
    ]) {
      const answer = await nina.request(path);
      expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('révision')]);
    }
  });

  it('leaves none when nothing was shown', async () => {
    expect(refusal(await claire.get('/api/admin/messages'))).toBe('403 TEAM_ONLY');
    expect((await nina.get('/api/admin/users/00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect(await readings()).toEqual([]);
  });
});

describe('the outbox of a development installation', () => {
  it('leaves a line too', async () => {
    const url = new URL(outboxUrl(guilde.deps) ?? '');
    for (let poll = 0; poll < 2; poll++)
      await guilde.visitor().request(url.pathname + url.search, { headers: { accept: 'application/json' } });
    expect(await readings()).toEqual([['outbox.read', 'Boîte d’envoi', 'Développement']]);
  });
});

describe('the security log in the back office', () => {
  const log = async (query = '') =>
    granted(await nina.get<SecurityPage>(`/api/admin/security${query}`)).items;

  it('shows who was refused, from where and why, and what an administrator did', async () => {
    await guilde.visitor().post('/api/auth/sign-in', { email: claire.email, password: 'pas le bon' });
    await guilde.visitor().post('/api/auth/sign-in', { email: karim.email, password: 'pas le bon' });
    granted(await nina.post(`/api/admin/users/${karim.id}/suspend`, { reason: 'Essai', rule: 'misuse' }));
    const refused = await log('?kind=refused');
    expect(refused).toMatchObject([
      {
        kind: 'sign-in.refused',
        member: { id: karim.id },
        addressHash: null,
        reason: 'CREDENTIALS_INVALID',
      },
      { kind: 'sign-in.refused', member: { id: claire.id, name: 'Claire Martin' }, addressHash: null },
    ]);
    const source = refused[0]?.source ?? '';
    expect(await log(`?kind=refused&source=${encodeURIComponent(source)}`)).toHaveLength(2);
    expect(await log(`?member=${karim.id}&kind=account.suspended`)).toMatchObject([
      { actor: { id: nina.id, name: 'Nina Roche' }, source: null },
    ]);
    const page = granted(await nina.get<SecurityPage>('/api/admin/security?limit=1'));
    const next = granted(
      await nina.get<SecurityPage>(`/api/admin/security?limit=1&cursor=${page.nextCursor}`),
    );
    expect(next.items[0]?.id).not.toBe(page.items[0]?.id);
    expect((await nina.get('/api/admin/security?kind=autre')).status).toBe(422);
  });
});
