import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly, signedInOnly } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { eraseAvatar } from './avatars.ts';
import { blocksOf } from './blocks.ts';
import { certificationOf } from './certification.ts';
import { ownProfile } from './profile.ts';
import { avatarRoutes, memberRoutes, profileRoutes } from './routes.ts';

const HOUR_MS = 3_600_000;

export const profiles = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/profile/*', signedInOnly)
      .route('/profile', profileRoutes(deps))
      .use('/members/*', membersOnly)
      .route('/members', memberRoutes(deps))
      .use('/avatars/*', signedInOnly)
      .route('/avatars', avatarRoutes(deps)),
  start: ({ jobs, storage }: Deps) =>
    jobs.handle(
      'storage.remove',
      async ({ keys }) => {
        for (const key of keys) await storage.remove(key);
      },
      // Nothing else would ever remove them. A service that is away leaves places for other jobs.
      { attempts: Number.POSITIVE_INFINITY, longestWait: HOUR_MS, atOnce: 2 },
    ),
  personalData: ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): PersonalData => ({
    archive: async (viewer) => ({
      profile: await ownProfile(db.orm, viewer),
      certification: await certificationOf(db.orm, viewer.id),
      blockedMembers: (await blocksOf(db.orm, viewer)).map(({ member, createdAt }) => ({
        name: memberName(member),
        createdAt,
      })),
    }),
    erase: (tx, memberId) => eraseAvatar(tx, jobs, memberId),
  }),
};
