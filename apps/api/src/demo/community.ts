import { randomUUID } from 'node:crypto';
import type { Message } from '@guilde/contracts/conversations/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { isSiren } from '@guilde/contracts/profiles/rules.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { createSosInput } from '@guilde/contracts/sos/input.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import { confirmEmail } from '../auth/confirmation.ts';
import { secondFactorOf } from '../auth/entry.ts';
import { memberWithEmail } from '../auth/members.ts';
import { hashIfPasswordOf } from '../auth/passwords.ts';
import { giveSecondFactor } from '../credentials/second-factor/enrolment.ts';
import { TOTP_BYTES, totpSecretOf } from '../credentials/second-factor/totp.ts';
import { completeProfile } from '../invitations/complete-profile.ts';
import { ensureFounderInvitation } from '../invitations/founder.ts';
import { invite } from '../invitations/invitations.ts';
import { signUp } from '../invitations/sign-up.ts';
import { mailedLink } from '../invitations/tokens.ts';
import { addDetails, answerAsAuthor } from '../outcomes/answers.ts';
import { askForOutcomes } from '../outcomes/asking.ts';
import type { Clock } from '../platform/clock.ts';
import { outbox } from '../platform/database/tables.ts';
import type { Deps } from '../platform/deps.ts';
import { editProfile } from '../profiles/profile.ts';
import { resolveSos } from '../ratings/ratings.ts';
import { saveSettings } from '../settings/settings.ts';
import { requestHelp } from '../sos/help-requests.ts';
import { joinSos } from '../sos/helping.ts';
import { closeSos, createSos, viewSos } from '../sos/sos.ts';
import { compareShops } from './benchmarks.ts';
import { DEMO_STORIES, type DemoStory } from './data.ts';
import { makeDeals } from './deals.ts';
import { announceToMembers } from './desk.ts';
import { holdEvents } from './events.ts';
import { answerLines, sayLine } from './lines.ts';
import { DEMO_PEOPLE, type DemoPerson } from './people.ts';
import { MODERATED_AFTER_MS, moderate, writeToTheTeam } from './team.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const JOINED_DAYS_AGO = 400;
const MINUTES_BETWEEN_LINES = 7;
/** The first two people are those whom the demo lets sign in. */
const SIGN_INS = 2;
const SPONSORED_BY_FOUNDER = 12;
/** A group waits for the one before, which sponsors it; the founder is alone. */
const SIGNED_UP_TOGETHER = 6;

/** It is in the past while the community is made, then follows the system's clock. */
export type DemoClock = Clock & { at: number | null };

export function demoPassword({ secrets }: Pick<Deps, 'secrets'>): string {
  return secrets.derive('demo-password', 8);
}

/** The key of the administrator's app is in base32, and different per installation. */
export function demoTotpSecret({ secrets }: Pick<Deps, 'secrets'>): string {
  return totpSecretOf(Buffer.from(secrets.derive('demo-second-factor', TOTP_BYTES), 'hex'));
}

/** Returns false for a demo made with another secret or by an older version. */
export async function knowsDemoPassword(deps: Deps): Promise<boolean> {
  const [founder] = DEMO_PEOPLE;
  const member = founder && (await memberWithEmail(deps, demoEmail(founder)));
  return member ? (await hashIfPasswordOf(deps.db.orm, member.id, demoPassword(deps))) !== null : false;
}

export function demoEmail({ firstName, lastName }: Pick<DemoPerson, 'firstName' | 'lastName'>): string {
  const plain = `${firstName}.${lastName}`.normalize('NFD').replace(/[^a-z.]/gi, '');
  return `${plain.toLowerCase()}@exemple.fr`;
}

/** Uses the product's own functions, in chronological order. */
export async function makeCommunity(deps: Deps, clock: DemoClock): Promise<void> {
  const start = Date.now();
  // More than a year passes, in which regular tasks would run thousands of times.
  await deps.jobs.stop();
  const members = await signUpEverybody(deps, clock, start);
  const stories = DEMO_STORIES.toSorted((a, b) => b.hoursAgo - a.hoursAgo);
  const played: { story: DemoStory; id: string }[] = [];
  for (const story of stories)
    played.push({ story, id: await playStory(deps, clock, start, story, members) });
  await answerOutcomes(deps, clock, start, played, members);
  const at = (hoursAgo: number) => {
    clock.at = start - hoursAgo * HOUR;
  };
  const administrator = named(members, DEMO_PEOPLE[0]?.firstName ?? '');
  await writeToTheTeam(deps, at, (firstName) => named(members, firstName), administrator);
  await announceToMembers(deps, at, administrator, [...members.values()]);
  const people = { named: (firstName: string) => named(members, firstName), administrator };
  await holdEvents(deps, clock, start, people);
  await makeDeals(deps, clock, start, people);
  await compareShops(deps, clock, start, { members: [...members.values()], administrator });
  clock.at = start - HOUR;
  await leaveInvitationsOpen(deps, members);
  clock.at = null;
  deps.jobs.start();
}

/** Without a second factor the back office is closed. */
export async function secureAdministrator(deps: Deps): Promise<void> {
  const [founder] = DEMO_PEOPLE;
  const id = founder && (await memberIdOf(deps, demoEmail(founder)));
  if (!id || (await secondFactorOf(deps.db.orm, id))) return;
  await deps.db.write((tx) => giveSecondFactor(tx, deps, id, demoTotpSecret(deps)));
}

type Members = Map<string, Viewer>;

async function signUpEverybody(deps: Deps, clock: DemoClock, start: number): Promise<Members> {
  const members: Members = new Map();
  const stepBetween = ((JOINED_DAYS_AGO - 20) * 24 * HOUR) / DEMO_PEOPLE.length;
  for (let first = 0, size = 1; first < DEMO_PEOPLE.length; first += size, size = SIGNED_UP_TOGETHER) {
    clock.at = start - JOINED_DAYS_AGO * 24 * HOUR + first * stepBetween;
    const group = DEMO_PEOPLE.slice(first, first + size);
    const joined = await Promise.all(
      group.map(async (person, position): Promise<[string, Viewer]> => {
        const sponsor = sponsorOf(first + position, members);
        return [person.firstName, await signUpPerson(deps, person, sponsor)];
      }),
    );
    for (const [firstName, viewer] of joined) members.set(firstName, viewer);
  }
  return members;
}

async function signUpPerson(deps: Deps, person: DemoPerson, sponsor: Viewer | undefined): Promise<Viewer> {
  const id = sponsor ? await join(deps, sponsor, person) : await found(deps, person);
  const role = sponsor ? 'member' : 'admin';
  const viewer: Viewer = {
    id,
    sessionId: '',
    role,
    profileComplete: true,
    termsAccepted: true,
    provenAt: null,
  };
  await fillProfile(deps, viewer, person);
  // Nobody reads their mails, and each new SOS would fill the outbox with alerts.
  if (DEMO_PEOPLE.indexOf(person) >= SIGN_INS)
    await saveSettings(deps, viewer, { ...DEFAULT_SETTINGS, emailUnread: false, emailDigest: false });
  return viewer;
}

function sponsorOf(index: number, members: Members): Viewer | undefined {
  const place = index <= SPONSORED_BY_FOUNDER ? 0 : 1 + (index % SPONSORED_BY_FOUNDER);
  return [...members.values()][place];
}

async function found(deps: Deps, person: DemoPerson): Promise<string> {
  const link = await ensureFounderInvitation(deps);
  if (!link) throw new Error('This folder already holds a community');
  const { token = '' } = secretsIn(new URL(link));
  const email = demoEmail(person);
  await signUp(deps, { token, email, password: demoPassword(deps), ...demoShop(person) }, '');
  await deps.jobs.drain();
  const [mail] = await deps.db.orm.select().from(outbox).where(eq(outbox.recipient, email));
  const confirmation = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  if (!confirmation) throw new Error('The founder’s confirmation did not arrive');
  const input = { token: secretsIn(new URL(confirmation)).token ?? '', password: demoPassword(deps) };
  await confirmEmail(deps, input, { userAgent: '', signedUpAs: null, source: null });
  return memberIdOf(deps, email);
}

async function memberIdOf(deps: Deps, email: string): Promise<string> {
  const member = await memberWithEmail(deps, email);
  if (!member) throw new Error(`${email} has no account`);
  return member.id;
}

async function join(deps: Deps, sponsor: Viewer, person: DemoPerson): Promise<string> {
  const email = demoEmail(person);
  const { id } = await invite(deps, sponsor, email);
  const { token = '', proof } = secretsIn(new URL(mailedLink(deps, id)));
  const input = { token, proof, email, password: demoPassword(deps), ...demoShop(person) };
  await signUp(deps, input, '');
  return memberIdOf(deps, email);
}

/** Nobody has this number, because INSEE gives no SIREN that begins with 000. */
function demoShop(person: DemoPerson): { siren: string; storeUrl: string } {
  const base = String(100_00 + DEMO_PEOPLE.indexOf(person)).padStart(8, '0');
  const siren = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map((last) => base + last).find(isSiren);
  const name = demoEmail({ firstName: person.storeName, lastName: '' }).split('.')[0];
  return { siren: siren ?? '', storeUrl: `https://${name}.exemple.fr` };
}

async function fillProfile(deps: Deps, viewer: Viewer, person: DemoPerson): Promise<void> {
  await editProfile(deps, viewer, { ...person, storeUrl: demoShop(person).storeUrl });
  await completeProfile(deps, viewer);
}

async function playStory(
  deps: Deps,
  clock: DemoClock,
  start: number,
  story: DemoStory,
  members: Members,
): Promise<string> {
  const author = named(members, story.author);
  const begin = start - story.hoursAgo * HOUR;
  const id = randomUUID();
  clock.at = begin;
  await createSos(deps, author, createSosInput.parse({ ...story, id }));
  const viewers = [...members.values()].slice(0, 8 + (story.hoursAgo % 20));
  await Promise.all(viewers.map((viewer) => viewSos(deps, viewer, id)));
  const conversationOf = new Map<string, string>();
  const said: Message[] = [];
  const personOf = (name: string) => named(members, name);
  const later = () => {
    clock.at = deps.clock.now() + MINUTE;
  };
  for (const [index, line] of story.lines.entries()) {
    const { speaker: name } = line;
    clock.at = Math.min(begin + (index + 1) * MINUTES_BETWEEN_LINES * MINUTE, start - MINUTE);
    const speaker = named(members, name);
    if (speaker.id !== author.id && !conversationOf.has(name)) {
      const conversation = await joinSos(deps, speaker, id);
      conversationOf.set(name, conversation.id);
      conversationOf.set(story.author, conversation.id);
    }
    said.push(await sayLine(deps, conversationOf.get(name) ?? '', line, { said, personOf, later }));
  }
  await answerLines(deps, story.lines, said, personOf);
  for (const name of story.invites ?? []) await requestHelp(deps, author, id, named(members, name).id);
  await end(
    deps,
    story,
    { author, id, helpers: [...conversationOf.keys()].filter((name) => name !== story.author) },
    members,
  );
  if (story.ending.kind !== 'resolved') return id;
  await deps.jobs.drain();
  if (!story.ending.article) return id;
  clock.at = Math.min((clock.at ?? start) + MODERATED_AFTER_MS, start - MINUTE);
  await moderate(deps, named(members, DEMO_PEOPLE[0]?.firstName ?? ''), id, story.ending.article);
  return id;
}

/** Each author answers a day after the question. */
async function answerOutcomes(
  deps: Deps,
  clock: DemoClock,
  start: number,
  played: readonly { story: DemoStory; id: string }[],
  members: Members,
): Promise<void> {
  for (const { story, id } of played) {
    if (story.ending.kind !== 'resolved' || !story.ending.outcome) continue;
    const { answer, comment = '', saved = null } = story.ending.outcome;
    clock.at = start - (story.hoursAgo - 8 * 24) * HOUR;
    await askForOutcomes(deps);
    const { detailsToken } = await answerAsAuthor(deps, named(members, story.author), id, answer);
    await addDetails(deps, { token: detailsToken, comment, saved });
  }
  clock.at = start - HOUR;
  await askForOutcomes(deps);
}

async function end(
  deps: Deps,
  { ending }: DemoStory,
  { author, id, helpers }: { author: Viewer; id: string; helpers: string[] },
  members: Members,
): Promise<void> {
  if (ending.kind === 'closed') await closeSos(deps, author, id);
  if (ending.kind !== 'resolved') return;
  const ratings = helpers.map((name, index) => ({
    memberId: named(members, name).id,
    rating: ending.stars[index] ?? 5,
    comment: ending.comments?.[index] ?? '',
  }));
  await resolveSos(deps, author, id, { ratings });
}

async function leaveInvitationsOpen(deps: Deps, members: Members): Promise<void> {
  for (const name of ['Nina', 'Claire', 'Karim']) {
    await invite(deps, named(members, name), `invite-de-${name.toLowerCase()}@exemple.fr`);
  }
}

function named(members: Members, name: string): Viewer {
  const viewer = members.get(name);
  if (!viewer) throw new Error(`Nobody in the demo is called ${name}`);
  return viewer;
}
