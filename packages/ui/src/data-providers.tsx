import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { ApiProvider, createApi, createQueryClient } from './api.ts';
import { usePlatform } from './platform.ts';

/** The landing page is outside them, because it stays small and needs no API. */
export function Component() {
  const platform = usePlatform();
  const [{ api, queryClient }] = useState(() => ({
    api: createApi(platform),
    queryClient: createQueryClient(),
  }));
  return (
    <QueryClientProvider client={queryClient}>
      <ApiProvider value={api}>
        <Outlet />
      </ApiProvider>
    </QueryClientProvider>
  );
}
