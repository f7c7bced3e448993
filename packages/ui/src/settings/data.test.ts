import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings/rules.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ApiClient } from '../api.ts';
import { settingsEvents, settingsQuery } from './data.ts';

test('what another window has chosen stays when an older answer comes after it', async () => {
  const queryClient = new QueryClient();
  const answer = Promise.withResolvers<Settings>();
  const { queryKey } = settingsQuery({} as ApiClient);
  const fetched = queryClient.fetchQuery({ queryKey, queryFn: () => answer.promise });
  const settings = { ...DEFAULT_SETTINGS, sound: !DEFAULT_SETTINGS.sound };
  settingsEvents['settings.changed']?.(
    { queryClient, api: {} as ApiClient, memberId: '' },
    { type: 'settings.changed', settings },
  );
  expect(queryClient.getQueryData(queryKey)).toEqual(settings);
  answer.resolve(DEFAULT_SETTINGS);
  await fetched;
  expect(queryClient.getQueryData(queryKey)).toEqual(settings);
});
