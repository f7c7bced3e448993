import { AppError } from '@guilde/contracts/errors.ts';
import {
  directoryQuery,
  memberParams,
  profileInput,
  sirenInput,
  wizardInput,
} from '@guilde/contracts/profiles/input.ts';
import {
  blockedMemberOutput,
  directoryPageOutput,
  profileOutput,
  topHelperOutput,
} from '@guilde/contracts/profiles/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  file,
  limitMember,
  membersOnly,
  params,
  query,
  viewerOf,
} from '../platform/http/http.ts';
import { respondSerialised } from '../platform/http/json.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { avatarForm, singlePartOnly } from './avatar-form.ts';
import { findAvatar, removeAvatar, setAvatar } from './avatars.ts';
import { blockMember, blocksOf, unblockMember } from './blocks.ts';
import { listMembers } from './directory.ts';
import { editProfile, ownProfile, storeSiren, topHelpers } from './profile.ts';

const PROFILE_CHANGES: Limit = { name: 'profile:member', points: 120, seconds: 600 };
/** The limit is low, because an answer says whether a company is a member. */
const SIRENS: Limit = { name: 'siren:member', points: 10, seconds: 86_400 };
const AVATARS: Limit = { name: 'avatar:member', points: 20, seconds: 3600 };

const BLOCKS: Limit = { name: 'block:member', points: 60, seconds: 3600 };

const YEAR_SECONDS = 31_536_000;

/** Any signed-in member may read; editing needs a complete profile. */
export function profileRoutes(deps: Deps) {
  const { limits } = deps;
  return new Hono<Env>()
    .get('/', describe('One’s own profile', profileOutput, ['NOT_FOUND']), async (c) =>
      c.json(await ownProfile(deps.db.orm, viewerOf(c)), 200),
    )
    .put(
      '/step',
      describe('Saves one step of the wizard', profileOutput, ['NOT_FOUND']),
      limitMember(limits, PROFILE_CHANGES),
      body(wizardInput),
      async (c) => c.json(await editProfile(deps, viewerOf(c), c.req.valid('json').values), 200),
    )
    .patch(
      '/',
      describe('Changes one’s own profile; what is left out stays as it is', profileOutput, ['NOT_FOUND']),
      membersOnly,
      limitMember(limits, PROFILE_CHANGES),
      body(profileInput.partial()),
      async (c) => c.json(await editProfile(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .put(
      '/siren',
      describe('Stores one’s SIREN', profileOutput, ['NOT_FOUND', 'SIREN_TAKEN']),
      limitMember(limits, SIRENS),
      body(sirenInput),
      async (c) => c.json(await storeSiren(deps, viewerOf(c), c.req.valid('json').siren), 200),
    )
    .put(
      '/avatar',
      describe('Replaces one’s picture', profileOutput, [
        'NOT_FOUND',
        'AVATAR_MISSING',
        'AVATAR_NOT_AN_IMAGE',
        'AVATAR_TOO_LARGE',
        'PICTURE_TOO_LARGE',
        'PICTURE_TOO_SLOW',
        'IMAGE_TOO_HEAVY',
        'IMAGE_NAME_TAKEN',
      ]),
      limitMember(limits, AVATARS),
      singlePartOnly,
      avatarForm,
      async (c) => c.json(await setAvatar(deps, viewerOf(c), c.req.valid('form').file), 200),
    )
    .delete('/avatar', describe('Removes one’s picture', profileOutput, ['NOT_FOUND']), async (c) =>
      c.json(await removeAvatar(deps, viewerOf(c)), 200),
    );
}

export function memberRoutes(deps: Deps) {
  return new Hono<Env>()
    .get(
      '/',
      describe('The directory with its filters, by first name', directoryPageOutput),
      query(directoryQuery),
      async (c) => respondSerialised(c, await listMembers(deps, viewerOf(c), c.req.valid('query'))),
    )
    .get('/top-helpers', describe('Members who helped most', z.array(topHelperOutput)), async (c) =>
      c.json(await topHelpers(deps), 200),
    )
    .get('/blocks', describe('Whom one blocks', z.array(blockedMemberOutput)), async (c) =>
      c.json(await blocksOf(deps.db.orm, viewerOf(c)), 200),
    )
    .put(
      '/:memberId/block',
      describe('Block a member, who does not learn it', done, ['BLOCK_SELF', 'BLOCKS_EXHAUSTED']),
      limitMember(deps.limits, BLOCKS),
      params(memberParams),
      async (c) => {
        await blockMember(deps, viewerOf(c), c.req.valid('param').memberId);
        return c.json({ ok: true } as const, 200);
      },
    )
    .delete(
      '/:memberId/block',
      describe('No longer block a member', done),
      limitMember(deps.limits, BLOCKS),
      params(memberParams),
      async (c) => {
        await unblockMember(deps, viewerOf(c), c.req.valid('param').memberId);
        return c.json({ ok: true } as const, 200);
      },
    );
}

/** A name never changes its content, so browsers cache it. */
export function avatarRoutes(deps: Deps) {
  return new Hono<Env>().get(
    '/:file',
    describe('A picture', file('image/webp'), ['NOT_FOUND']),
    async (c) => {
      const bytes = await findAvatar(deps, c.req.param('file'));
      if (!bytes) throw new AppError('NOT_FOUND');
      return c.body(bytes, 200, {
        'Content-Type': 'image/webp',
        'Cache-Control': `private, max-age=${YEAR_SECONDS}, immutable`,
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      });
    },
  );
}
