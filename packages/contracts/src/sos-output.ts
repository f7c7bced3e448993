import { z } from 'zod';
import { conversationOutput } from './conversations-output.ts';
import { fileOutput } from './files-output.ts';
import { TOOLS } from './incidents-options.ts';
import { memberRefOutput, specialtiesOutput } from './profiles-output.ts';
import { instant, pageOf } from './shared-output.ts';
import { SOS_CATEGORIES, SOS_STATUSES } from './sos-options.ts';
import { oneOf } from './validation.ts';
import { alertOutput } from './waves-output.ts';

export const sosConversationOutput = conversationOutput
  .pick({ id: true, status: true, currentParticipants: true, maxParticipants: true })
  .meta({ id: 'SosConversation' });

export const sosOutput = z
  .object({
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
    /** The author’s earlier SOS, whose solution did not hold. */
    citesId: z.string().nullable(),
    /** In the order in which they joined. */
    helpers: z.array(memberRefOutput),
    createdAt: instant,
    updatedAt: instant,
    /** When its author last corrected or completed the text. */
    correctedAt: instant.nullable(),
    resolvedAt: instant.nullable(),
    closedAt: instant.nullable(),
    /** Only the team reopens it. */
    closedByTeam: z.boolean(),
  })
  .meta({ id: 'Sos' });

export const sosAdditionOutput = z
  .object({ id: z.string(), content: z.string(), createdAt: instant })
  .meta({ id: 'SosAddition' });

export const sosDetailOutput = sosOutput
  .extend({ description: z.string(), additions: z.array(sosAdditionOutput), files: z.array(fileOutput) })
  .meta({ id: 'SosDetail' });

export const sosForViewerOutput = sosDetailOutput
  .extend({ invitesYou: z.boolean(), alert: alertOutput.nullable() })
  .meta({ id: 'SosForViewer' });

export const sosPageOutput = pageOf(sosOutput).meta({ id: 'SosPage' });

export const sosViewsOutput = sosOutput.pick({ viewsCount: true }).meta({ id: 'SosViews' });
