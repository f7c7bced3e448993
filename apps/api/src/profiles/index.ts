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
import { startProfiles } from './start.ts';

export const profiles = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/profile/*', signedInOnly)
      .route('/profile', profileRoutes(deps))
      .use('/members/*', membersOnly)
      .route('/members', memberRoutes(deps))
      .use('/avatars/*', signedInOnly)
      .route('/avatars', avatarRoutes(deps)),
  start: startProfiles,
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
