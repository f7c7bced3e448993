import type { Limit } from '../platform/http/rate-limit.ts';

export const ADMIN_ACTS: Limit = { name: 'admin-act:member', points: 600, seconds: 600 };
