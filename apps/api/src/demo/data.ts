import { DATA_RIGHTS } from '@guilde/contracts/account/rules.ts';
import { REACTIONS } from '@guilde/contracts/conversations/rules.ts';
import { dealStatusOutput } from '@guilde/contracts/deals/output.ts';
import { DEAL_CATEGORIES, DEAL_KINDS, PROMISE_ANSWERS } from '@guilde/contracts/deals/rules.ts';
import { EVENT_KINDS, REPEATS, USEFUL } from '@guilde/contracts/events/rules.ts';
import { OUTCOME_ANSWERS, SAVED_UNITS } from '@guilde/contracts/outcomes/rules.ts';
import { specialty } from '@guilde/contracts/profiles/input.ts';
import { REPORT_REASONS } from '@guilde/contracts/reports/rules.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos/rules.ts';
import { oneOf } from '@guilde/contracts/validation.ts';
import { z } from 'zod';
import deals from './deals.json' with { type: 'json' };
import desk from './desk.json' with { type: 'json' };
import { DEMO_DRAWINGS } from './drawings.ts';
import events from './events.json' with { type: 'json' };
import { DEMO_PEOPLE } from './people.ts';
import stories from './stories.json' with { type: 'json' };

const person = z.enum(DEMO_PEOPLE.map(({ firstName }) => firstName));
const hoursAgo = z.number().positive();

const file = z.union([
  z.strictObject({ name: z.string(), drawing: z.enum(DEMO_DRAWINGS), alt: z.string() }),
  z.strictObject({ name: z.string(), text: z.string() }),
]);

const line = z.strictObject({
  speaker: person,
  text: z.string(),
  file: file.optional(),
  /** It quotes the line with this index, from 0. */
  answers: z.int().optional(),
  mentions: z.array(person).optional(),
  /** The text was so before a correction. */
  was: z.string().optional(),
  reactions: z.partialRecord(z.enum(REACTIONS.map(({ emoji }) => emoji)), z.array(person)).optional(),
  /** This person marks the line as what worked. */
  solution: person.optional(),
});

/** The author answers after seven days whether the solution holds. */
const outcome = z.strictObject({
  answer: oneOf(OUTCOME_ANSWERS),
  comment: z.string().optional(),
  saved: z.strictObject({ amount: z.int(), unit: oneOf(SAVED_UNITS) }).optional(),
});

const ending = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('resolved'),
    /** Each helper has one rating, in order of joining, and one comment. */
    stars: z.array(z.int()),
    comments: z.array(z.string()).optional(),
    /** A story without this field has a summary that still waits for its approval. */
    article: z.enum(['public', 'members', 'rejected']).optional(),
    outcome: outcome.optional(),
  }),
  z.strictObject({ kind: z.enum(['closed', 'running']) }),
]);

const story = z.strictObject({
  author: person,
  hoursAgo,
  category: oneOf(SOS_CATEGORIES),
  specialties: z.array(specialty),
  isUrgent: z.literal(true).optional(),
  title: z.string(),
  description: z.string(),
  /** Helpers join with their first line. */
  lines: z.array(line),
  invites: z.array(person).optional(),
  ending,
});

const announcement = z.strictObject({
  title: z.string(),
  text: z.string(),
  link: z.string(),
  hoursAgo,
  /** One member in so many has not read it. */
  unreadOneIn: z.int(),
  scheduledInHours: z.number().optional(),
});

const report = z.strictObject({
  reporter: person,
  reported: person,
  reason: oneOf(REPORT_REASONS),
  description: z.string(),
  hoursAgo,
});

const letter = z.strictObject({
  member: person.optional(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  right: oneOf(DATA_RIGHTS).optional(),
  hoursAgo,
});

const event = z.strictObject({
  host: person,
  kind: oneOf(EVENT_KINDS),
  title: z.string(),
  description: z.string(),
  /** A past event has a negative number, and says who did not come. */
  inDays: z.int(),
  at: z.string(),
  minutes: z.int(),
  capacity: z.int(),
  city: z.string().optional(),
  address: z.string().optional(),
  specialties: z.array(specialty),
  repeat: oneOf(REPEATS).optional(),
  times: z.int().optional(),
  cohosts: z.array(person).optional(),
  guests: z.array(person),
  waiting: z.array(person).optional(),
  absent: z.array(person).optional(),
  useful: z.partialRecord(oneOf(USEFUL), z.array(person)).optional(),
  notes: z.string().optional(),
});

const deal = z.strictObject({
  author: person,
  lead: person.optional(),
  kind: oneOf(DEAL_KINDS),
  category: oneOf(DEAL_CATEGORIES),
  title: z.string(),
  need: z.string(),
  daysAgo: z.int(),
  closesIn: z.int().optional(),
  end: dealStatusOutput,
  /** The verb checks the offer. */
  offer: z.record(z.string(), z.unknown()).optional(),
  reason: z.string().optional(),
  interested: z.array(person).optional(),
  committed: z.partialRecord(person, z.int()).optional(),
  unkept: z.array(person).optional(),
  reviews: z.partialRecord(person, oneOf(PROMISE_ANSWERS)).optional(),
});

export type DemoLine = z.infer<typeof line>;
export type DemoFile = z.infer<typeof file>;
export type DemoStory = z.infer<typeof story>;
export type DemoArticle = NonNullable<Extract<DemoStory['ending'], { kind: 'resolved' }>['article']>;
export type DemoReport = z.infer<typeof report>;
export type DemoLetter = z.infer<typeof letter>;

export const DEMO_STORIES = z.array(story).parse(stories);

export type DemoDeal = z.infer<typeof deal>;
export const DEMO_DEALS = z.array(deal).parse(deals);

export type DemoEvent = z.infer<typeof event>;
export const DEMO_EVENTS = z.array(event).parse(events);

/** The desk is what the team writes, and what is written to it. */
export const DEMO_DESK = z
  .strictObject({
    announcements: z.array(announcement),
    reports: z.array(report),
    letters: z.array(letter),
  })
  .parse(desk);
