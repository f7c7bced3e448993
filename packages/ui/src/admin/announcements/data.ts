import type { announcementChangeInput } from '@guilde/contracts/announcements-input.ts';
import type { z } from 'zod';
import { call } from '../../api.ts';
import { useAdminDetail, useAdminList } from '../data.ts';

export type WrittenAnnouncement = z.output<typeof announcementChangeInput>;

export const useAllAnnouncements = () =>
  useAdminList('announcements', {}, (api, query) => call(api.admin.announcements.$get({ query })));

export const useAnnouncement = (id: string | undefined) =>
  useAdminDetail('announcements', id, (api, announcementId) =>
    call(api.admin.announcements[':announcementId'].$get({ param: { announcementId } })),
  );
