import type { Limit } from '../platform/http/rate-limit.ts';

export const ADMIN_ACTS: Limit = { name: 'admin-act:member', points: 600, seconds: 600 };
/** Each request acts on up to 50 members. */
export const ADMIN_ACTS_ON_SEVERAL: Limit = { name: 'admin-several:member', points: 60, seconds: 600 };
