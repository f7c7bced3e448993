import { AppError } from '@guilde/contracts/errors.ts';
import { invitationParams } from '@guilde/contracts/invitations/input.ts';
import { and, eq } from 'drizzle-orm';
import { announceBounceChange, masked } from '../invitations/invitations.ts';
import { invitations } from '../invitations/tables.ts';
import { liftBounce } from '../platform/services/bounces.ts';
import { type Acting, act, answersDone } from './act.ts';
import { type Done, UNCHANGED } from './journal/administer.ts';
import { personById, subjectOf } from './users/people.ts';
import { answersUser } from './users/users.ts';

type Subject = Parameters<Acting['record']>[0]['subject'];

/** The address may be right, as after a mistake of its mail server. */
export const liftMemberBounce = act({
  ...answersUser,
  summary: 'Send e-mails again to a member whose address bounced',
  areas: ['users'],
  run: async (acting, { userId }) => {
    const person = await personById(acting.tx.orm, userId);
    return lift(acting, person.email, subjectOf(person));
  },
});

export const liftInvitationBounce = act({
  ...answersDone,
  summary: 'Send e-mails again to an invited address that bounced',
  refusals: ['NOT_FOUND'],
  params: invitationParams,
  run: async (acting, { invitationId }) => {
    const [invitation] = await acting.tx.orm
      .select({ email: invitations.email })
      .from(invitations)
      .where(and(eq(invitations.id, invitationId), eq(invitations.status, 'pending')));
    if (!invitation?.email) throw new AppError('NOT_FOUND');
    const { email } = invitation;
    await announceBounceChange(acting.tx, acting.deps, email);
    return lift(acting, email, { type: 'invitation', id: invitationId, label: masked(email) });
  },
});

async function lift({ tx, deps, record }: Acting, email: string, subject: Subject): Promise<Done> {
  if (!(await liftBounce(tx, email, deps.clock.now()))) return UNCHANGED;
  await record({ action: 'bounce.lift', subject });
}
