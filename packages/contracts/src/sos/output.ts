import { z } from 'zod';
import { conversationOutput } from '../conversations/output.ts';
import { shownErrorCodes } from '../errors/shown.ts';
import { fileOutput } from '../files/output.ts';
import { TOOLS } from '../incidents/rules.ts';
import { memberRefOutput, specialtiesOutput } from '../profiles/output.ts';
import { component, instant, pageOf } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { SOS_CATEGORIES, SOS_STATUSES } from './rules.ts';

export const alertOutput = z.enum(['asked', 'declined']);

export const reachOutput = component('Reach', {
  /** A member who is asked in place of another who declined is not counted, so that no refusal shows. */
  alerted: z.number(),
  opened: z.number(),
  /**
   * It is null when no step follows. `some` asks as many again, `everybody` all who are available, and
   * `team` notifies the administrators.
   */
  next: z.object({ at: instant, asks: z.enum(['some', 'everybody', 'team']) }).nullable(),
  /** The waves are over, and the administrators were notified. */
  isTeamTold: z.boolean(),
  /** The median of the minutes to the first helper is null below ten cases. */
  usual: z.object({ minutes: z.number(), cases: z.number() }).nullable(),
});

export const sosConversationOutput = conversationOutput
  .pick({ id: true, status: true, currentParticipants: true, maxParticipants: true })
  .meta({ id: 'SosConversation' });

export const sosOutput = component('Sos', {
  id: z.string(),
  author: memberRefOutput.extend({ specialties: specialtiesOutput }).nullable(),
  title: z.string(),
  excerpt: z.string(),
  category: oneOf(SOS_CATEGORIES),
  specialties: specialtiesOutput,
  isUrgent: z.boolean(),
  tool: oneOf(TOOLS).or(z.literal('')),
  status: oneOf(SOS_STATUSES),
  viewsCount: z.number(),
  responsesCount: z.number(),
  filesCount: z.number(),
  conversation: sosConversationOutput.nullable(),
  /** It is the author’s earlier SOS, whose solution did not hold. */
  citesId: z.string().nullable(),
  helpers: z.array(memberRefOutput),
  createdAt: instant,
  updatedAt: instant,
  correctedAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  closedAt: instant.nullable(),
  /** The team closed the SOS, and nobody else reopens it. */
  closedByTeam: z.boolean(),
});

export const sosAdditionOutput = component('SosAddition', {
  id: z.string(),
  content: z.string(),
  createdAt: instant,
});

export const sosDetailOutput = sosOutput
  .extend({ description: z.string(), additions: z.array(sosAdditionOutput), files: z.array(fileOutput) })
  .meta({ id: 'SosDetail' });

export const sosForViewerOutput = sosDetailOutput
  .extend({ invitesYou: z.boolean(), alert: alertOutput.nullable() })
  .meta({ id: 'SosForViewer' });

export const sosPageOutput = pageOf(sosOutput).meta({ id: 'SosPage' });

export const sosViewsOutput = sosOutput.pick({ viewsCount: true }).meta({ id: 'SosViews' });

export const askableSosOutput = sosOutput
  .pick({ id: true, title: true })
  .extend({
    requestedAt: instant.nullable(),
    /** It is null while it is possible, or once it is done. */
    denied: z.enum(shownErrorCodes).nullable(),
  })
  .meta({ id: 'AskableSos' });

export const helpRequestOutput = component('HelpRequest', {
  sos: sosOutput.pick({ id: true, title: true }),
  requester: memberRefOutput,
});
