import type { Limit } from '../platform/http/rate-limit.ts';

export const ADMIN_ACTS: Limit = { name: 'admin-act:member', points: 600, seconds: 600 };
/** Each reads the whole community. */
export const ADMIN_EXPORTS: Limit = { name: 'admin-export:member', points: 6, seconds: 3600 };
/** Each request acts on up to 50 members. */
export const ADMIN_ACTS_ON_SEVERAL: Limit = { name: 'admin-several:member', points: 60, seconds: 600 };
