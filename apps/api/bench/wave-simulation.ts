import { MAX_PARTICIPANTS } from '@guilde/contracts/conversations/rules.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import {
  ALERT_DAY_MS,
  ALERT_WEEK_MS,
  ASKED_PER_SEAT,
  type Candidate,
  compareCandidates,
  silenceReason,
  WAVES,
  waveDelay,
} from '@guilde/contracts/sos/waves.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** It is winter in Paris, one hour before UTC throughout. */
export const START = Date.parse('2026-01-05T00:00:00Z');
export const PARIS_MS = HOUR_MS;
const CATEGORIES = 7;
const SPECIALTIES = 13;
const ASKED = ASKED_PER_SEAT * (MAX_PARTICIPANTS - 1);

/** The community's behaviour is assumed, not measured. */
const ORGANIC_WAIT_MS = 8 * HOUR_MS;
const ANSWER_WAIT_MS = 12 * MINUTE_MS;
const DECLINE_WAIT_MS = 6 * MINUTE_MS;
const DECLINES = 0.1;
/** Somebody who neither knows the subject nor has helped with it answers this part of the answer rate. */
const UNFIT = 0.25;
/** Each alert of the last seven days leaves this part of the will to answer. */
const PATIENCE = 0.95;
const PATIENCE_LEFT = 0.02;

export type Strategy = 'waves' | 'everybody' | 'nobody';

export type SimulatedMember = {
  candidate: Candidate;
  specialties: number[];
  shop: number;
  helped: number[];
  pause: { from: number; to: number };
  /** `weekFrom` and `dayFrom` are the first positions that still count, because time only goes on. */
  alerts: number[];
  weekFrom: number;
  dayFrom: number;
};

type SimulatedSos = {
  at: number;
  author: SimulatedMember;
  category: number;
  specialty: number | null;
  isUrgent: boolean;
  answer: { at: number; wave: number; helper: SimulatedMember | null };
  asked: Set<SimulatedMember>;
  wave: number;
};

type Event = { at: number; sos: SimulatedSos; kind: 'wave' | 'place'; wave: number };

export type Simulation = { members: SimulatedMember[]; sos: SimulatedSos[]; days: number };

type Options = {
  members: number;
  sos: number;
  days: number;
  /** This is the rate of somebody who fits and has not been asked this week. */
  answerRate: number;
  strategy: Strategy;
  random: () => number;
};

/** Makes the same choice as the server (`packages/contracts/src/sos/waves.ts`), on a clock of its own. */
export function simulate({ strategy, answerRate, random, days, ...size }: Options): Simulation {
  const members = Array.from({ length: size.members }, (_, at) => createMember(at, days, random));
  const bySpecialty = Array.from({ length: SPECIALTIES }, (_, specialty) =>
    members.filter((member) => member.specialties.includes(specialty)),
  );
  const sos = Array.from({ length: size.sos }, () => createSos(members, days, random));
  const events = new EventQueue();
  for (const one of sos) {
    one.answer.at = one.at + wait(ORGANIC_WAIT_MS, random);
    events.add({ at: one.at, sos: one, kind: 'wave', wave: 1 });
  }

  const tell = (one: SimulatedSos, member: SimulatedMember, now: number, wave: number) => {
    const fits = isFit(member, one) ? 1 : UNFIT;
    const tired = Math.max(PATIENCE_LEFT, PATIENCE ** alertsThisWeek(member, now));
    member.alerts.push(now);
    if (strategy === 'waves') one.asked.add(member);
    if (random() < answerRate * fits * tired) {
      const at = now + wait(ANSWER_WAIT_MS, random);
      if (at < one.answer.at) one.answer = { at, wave, helper: member };
    } else if (strategy === 'waves' && random() < DECLINES) {
      events.add({ at: now + wait(DECLINE_WAIT_MS, random), sos: one, kind: 'place', wave });
    }
  };
  const ask = (one: SimulatedSos, now: number, wave: number, count: number) => {
    const isSpecial = one.specialty !== null && wave < WAVES;
    const first = isSpecial ? chooseAmong(bySpecialty[one.specialty ?? 0] ?? [], one, now, count) : [];
    const chosen = first.length < count ? chooseAmong(members, one, now, count) : first;
    for (const member of chosen) tell(one, member, now, wave);
  };

  for (let event = events.next(); event; event = events.next()) {
    const { at, sos: one, kind, wave } = event;
    if (one.answer.at <= at) {
      credit(one);
      continue;
    }
    if (strategy === 'everybody') for (const member of members) tell(one, member, at, 1);
    if (strategy !== 'waves') continue;
    if (kind === 'place') {
      if (one.wave < WAVES) ask(one, at, one.wave, 1);
      continue;
    }
    one.wave = wave;
    ask(one, at, wave, wave === WAVES ? members.length : ASKED);
    if (wave < WAVES) events.add({ at: one.at + waveDelay(wave + 1, one), sos: one, kind, wave: wave + 1 });
  }
  return { members, sos, days };
}

function credit({ answer, category }: SimulatedSos): void {
  if (answer.helper) answer.helper.helped[category] = (answer.helper.helped[category] ?? 0) + 1;
  answer.helper = null;
}

function createMember(at: number, days: number, random: () => number): SimulatedMember {
  const pick = (of: number) => Math.floor(random() * of);
  const quiet = random() < 0.3;
  const pausedAt = random() < 0.2 ? START + pick(days) * ALERT_DAY_MS : Number.POSITIVE_INFINITY;
  return {
    candidate: {
      memberId: String(at).padStart(6, '0'),
      sharesSpecialty: false,
      helped: 0,
      isAlike: false,
      alertsToday: 0,
      alertsThisWeek: 0,
      waitingSince: START - pick(300) * ALERT_DAY_MS,
      settings: {
        ...DEFAULT_SETTINGS,
        notifyMatching: random() > 0.05,
        alertsPerDay: random() < 0.7 ? DEFAULT_SETTINGS.alertsPerDay : pick(11),
        quietHours: quiet ? { from: '22:00', to: '08:00' } : null,
        urgentInQuietHours: quiet && random() < 0.3,
      },
    },
    specialties: [pick(SPECIALTIES), pick(SPECIALTIES), pick(SPECIALTIES)],
    shop: pick(6),
    helped: Array.from({ length: CATEGORIES }, () => 0),
    pause: { from: pausedAt, to: pausedAt + 7 * ALERT_DAY_MS },
    alerts: [],
    weekFrom: 0,
    dayFrom: 0,
  };
}

function createSos(members: SimulatedMember[], days: number, random: () => number): SimulatedSos {
  const day = Math.floor(random() * days);
  const hour = random() < 0.08 ? random() * 7 : 7 + random() * 17;
  const category = Math.floor(random() * CATEGORIES);
  return {
    at: Math.floor(START - PARIS_MS + day * ALERT_DAY_MS + hour * HOUR_MS),
    author: members[Math.floor(random() * members.length)] as SimulatedMember,
    category,
    specialty: category < 4 ? Math.floor(random() * SPECIALTIES) : null,
    isUrgent: random() < 0.2,
    answer: { at: Number.POSITIVE_INFINITY, wave: 0, helper: null },
    asked: new Set(),
    wave: 0,
  };
}

function chooseAmong(
  members: readonly SimulatedMember[],
  one: SimulatedSos,
  now: number,
  count: number,
): SimulatedMember[] {
  const available: { member: SimulatedMember; candidate: Candidate }[] = [];
  for (const member of members) {
    if (member === one.author || one.asked.has(member)) continue;
    const candidate = candidateOf(member, one, now);
    if (silenceReason(candidate, one, now) === null) available.push({ member, candidate });
  }
  available.sort((a, b) => compareCandidates(a.candidate, b.candidate));
  return available.slice(0, count).map(({ member }) => member);
}

function candidateOf(member: SimulatedMember, one: SimulatedSos, now: number): Candidate {
  const { candidate, alerts, pause } = member;
  const isPaused = now >= pause.from && now < pause.to;
  return {
    ...candidate,
    sharesSpecialty: one.specialty !== null && member.specialties.includes(one.specialty),
    helped: member.helped[one.category] ?? 0,
    isAlike: member.shop === one.author.shop,
    alertsToday: alertsToday(member, now),
    alertsThisWeek: alertsThisWeek(member, now),
    waitingSince: alerts.at(-1) ?? candidate.waitingSince,
    settings: isPaused
      ? { ...candidate.settings, pausedUntil: new Date(pause.to).toISOString() }
      : candidate.settings,
  };
}

function isFit({ specialties, helped }: SimulatedMember, one: SimulatedSos): boolean {
  return (one.specialty !== null && specialties.includes(one.specialty)) || (helped[one.category] ?? 0) > 0;
}

function alertsThisWeek(member: SimulatedMember, now: number): number {
  while ((member.alerts[member.weekFrom] ?? now) <= now - ALERT_WEEK_MS) member.weekFrom++;
  return member.alerts.length - member.weekFrom;
}

function alertsToday(member: SimulatedMember, now: number): number {
  while ((member.alerts[member.dayFrom] ?? now) <= now - ALERT_DAY_MS) member.dayFrom++;
  return member.alerts.length - member.dayFrom;
}

function wait(mean: number, random: () => number): number {
  return -Math.log(1 - random()) * mean;
}

class EventQueue {
  readonly #heap: Event[] = [];

  add(event: Event): void {
    const heap = this.#heap;
    let at = heap.push(event) - 1;
    for (let up = (at - 1) >> 1; at > 0 && this.#time(up) > event.at; up = (at - 1) >> 1) {
      heap[at] = heap[up] as Event;
      at = up;
    }
    heap[at] = event;
  }

  next(): Event | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let at = 0;
    for (let down = 1; down < heap.length; down = 2 * at + 1) {
      if (this.#time(down + 1) < this.#time(down)) down++;
      if (this.#time(down) >= last.at) break;
      heap[at] = heap[down] as Event;
      at = down;
    }
    heap[at] = last;
    return first;
  }

  #time(at: number): number {
    return this.#heap[at]?.at ?? Number.POSITIVE_INFINITY;
  }
}
