import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Conversation, History, Message, Unread } from '@guilde/contracts/conversations/rules.ts';
import { INITIAL_INVITATIONS, type Invitations } from '@guilde/contracts/invitations/rules.ts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import { fileFaults } from '../src/files/stored-files.ts';
import { jobs, outbox } from '../src/platform/database/tables.ts';
import { expectChanged, expectReactions } from './changers.ts';
import { type ChaosResult, realClock } from './chaos.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { PEOPLE } from './people.ts';
import { granted } from './scenes.ts';
import { signInAgain } from './second-factor.ts';

const HOUR_MS = 3_600_000;

/** The folder, or the server in `env`, must hold what clients were told: once, in order, for everybody. */
export async function expectAllKept(
  dataDir: string,
  result: ChaosResult,
  env: Record<string, string> = {},
): Promise<void> {
  // Two hours later, every lock of a killed worker has expired.
  const guilde = await startGuilde({ dataDir, clock: realClock(2 * HOUR_MS), env });
  onTestFinished(guilde.close);
  await guilde.deps.jobs.drain();
  const people = await signInAll(guilde);
  const history = await wholeHistory(people.claire, result.conversationId);
  expectMessages(result, history);
  await expectFiles(result, people.claire, guilde);
  await expectSeats(result, people.claire, history);
  for (const person of [people.claire, people.karim, people.zoe, people.paul])
    await expectUnread(result, person, history);
  await expectInvitations(result, people.nina);
  await expectJobs(result, guilde);
}

async function signInAll(guilde: Guilde) {
  const signIn = async (name: keyof typeof PEOPLE) => {
    const client = guilde.visitor();
    return Object.assign(client, { id: await signInAgain(guilde, client, PEOPLE[name].email) });
  };
  return {
    nina: await signIn('nina'),
    claire: await signIn('claire'),
    karim: await signIn('karim'),
    zoe: await signIn('zoe'),
    paul: await signIn('paul'),
  };
}

async function wholeHistory(client: Client, conversationId: string): Promise<Message[]> {
  const all: Message[] = [];
  for (;;) {
    const path = `/api/conversations/${conversationId}/messages?after=${all.length}&limit=200`;
    const { messages: page, hasMore } = granted(await client.get<History>(path));
    all.push(...page);
    if (!hasMore) return all;
  }
}

function expectMessages({ acknowledged, changes, followers }: ChaosResult, history: Message[]): void {
  expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => index + 1));
  expect(new Set(history.map(({ id }) => id)).size).toBe(history.length);
  // The stored message must be the acknowledged one, under the acknowledged number.
  for (const { message } of acknowledged) expectChanged(history[message.seq - 1], message, changes);
  expectReactions(history, changes);
  for (const { name } of followers) {
    const own = (list: Message[]) =>
      list
        .filter(({ kind, senderId }) => (kind === 'text' || kind === 'deleted') && senderId === name)
        .map(({ id }) => id);
    const said = acknowledged.filter(({ sender }) => sender === name).map(({ message }) => message.id);
    // Each sent message is there once, in the order of sending, and no other one is.
    expect(own(history)).toEqual(said);
  }
  for (const { follower } of followers) expect(follower.shown).toEqual(history);
}

/** Files must be there with their bytes unless their message was deleted; the storage holds no others. */
async function expectFiles(
  { files, changes, acknowledged, conversationId }: ChaosResult,
  claire: Client,
  guilde: Guilde,
): Promise<void> {
  for (const { message } of acknowledged) {
    const file = files.get(message.id);
    expect(message.files?.map(({ id }) => id)).toEqual(file && [file.id]);
    if (!file) continue;
    const answer = await claire.request(`/api/conversations/${conversationId}/files/${file.id}/full`);
    expect(answer.status).toBe(changes.deleted.has(message.id) ? 404 : 200);
    if (answer.ok) expect(Buffer.from(await answer.arrayBuffer()).equals(file.bytes)).toBe(true);
  }
  expect(await fileFaults(guilde.deps)).toEqual([]);
  await guilde.deps.storage.sweep(guilde.deps.clock.now() - HOUR_MS);
  const folder = join(guilde.deps.config.dataDir, 'files');
  const stored = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const kept = [...files.keys()].filter((id) => !changes.deleted.has(id));
  expect(stored.filter((entry) => entry.isFile())).toHaveLength(kept.length);
}

async function expectSeats(result: ChaosResult, claire: Client, history: Message[]): Promise<void> {
  const chat = granted(await claire.get<Conversation>(`/api/conversations/${result.conversationId}`));
  const active = chat.participants.filter(({ isActive }) => isActive);
  expect(chat.currentParticipants).toBe(active.length);
  expect(active.length).toBeLessThanOrEqual(chat.maxParticipants);
  expect(chat.lastSeq).toBe(history.length);
  for (const { member, isActive } of chat.participants) {
    const moves = history.filter(
      ({ kind, senderId }) => (kind === 'joined' || kind === 'left') && senderId === member.id,
    );
    if (moves.length > 0) expect(isActive).toBe(moves.at(-1)?.kind === 'joined');
  }
}

async function expectUnread(result: ChaosResult, person: Client, history: Message[]): Promise<void> {
  const chat = granted(await person.get<Conversation>(`/api/conversations/${result.conversationId}`));
  const readSeq = chat.participants.find(({ member }) => member.id === person.id)?.readSeq ?? -1;
  const mine = history.filter(({ senderId, kind }) => kind === 'text' && senderId === person.id);
  expect(readSeq).toBeGreaterThanOrEqual(Math.max(result.read.get(person.id) ?? 0, mine.at(-1)?.seq ?? 0));
  const unread = history.filter(
    ({ seq, kind, senderId }) => seq > readSeq && kind === 'text' && senderId !== person.id,
  );
  expect(granted(await person.get<Unread>('/api/conversations/unread')).total).toBe(unread.length);
}

async function expectInvitations({ invited }: ChaosResult, nina: Client): Promise<void> {
  const { left, invitations } = granted(await nina.get<Invitations>('/api/invitations'));
  const pending = invitations.filter(({ status }) => status === 'pending').map(({ email }) => email);
  expect(pending).toHaveLength(new Set(pending).size);
  expect(new Set(pending)).toEqual(new Set(invited));
  const accepted = invitations.filter(({ acceptedAt }) => acceptedAt).length;
  const completed = invitations.filter(({ completedAt }) => completedAt).length;
  expect(left).toBe(INITIAL_INVITATIONS + completed - accepted - pending.length);
}

async function expectJobs({ invited }: ChaosResult, guilde: Guilde): Promise<void> {
  const { orm } = guilde.deps.db;
  const { kind, attempts, lastError } = jobs;
  expect(await orm.select({ kind, attempts, lastError }).from(jobs).where(isNotNull(jobs.failedAt))).toEqual(
    [],
  );
  expect(await guilde.deps.jobs.state()).toMatchObject({ waiting: 0, failed: 0 });
  expect(await orm.$count(jobs, and(eq(jobs.kind, 'mail.send'), isNull(jobs.doneAt)))).toBe(0);
  const letters = [
    ...(await orm.select({ to: outbox.recipient }).from(outbox)),
    ...(await guilde.mails()),
  ].map(({ to }) => to);
  expect(new Set(letters.filter((to) => to.startsWith('invite-')))).toEqual(new Set(invited));
}
