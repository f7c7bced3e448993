import { z } from 'zod';
import { ADMIN_PAGE } from '../admin/rules.ts';
import { decimal, oneOf, pageCursor, uuid } from '../validation.ts';
import { ADMIN_INVITATION_STATES } from './rules.ts';

const page = {
  cursor: pageCursor,
  limit: decimal(z.number().int().min(1).max(100)).default(ADMIN_PAGE),
};

export const adminInvitationsQuery = z.object({
  ...page,
  status: oneOf(ADMIN_INVITATION_STATES).default('all'),
});

/** `parent` invited those listed; without it they are those whom no present member has invited. */
export const invitationTreeQuery = z.object({ ...page, parent: uuid.optional() });
