import type { PushDevice, PushTestOutcome } from '@guilde/contracts/pushes/rules.ts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ApiClient, call, useApi } from '../api.ts';
import { useMember } from '../auth/account.ts';
import { useWebApp } from '../installation/web-app.ts';
import { type PushFeatures, usePlatform } from '../platform.ts';
import { usePushWishes } from './push-wishes.ts';

const devicesKey = ['push-devices'] as const;

type Devices = { devices: PushDevice[] };

function devicesQuery(api: ApiClient) {
  return queryOptions<Devices>({ queryKey: devicesKey, queryFn: () => call(api.push.subscriptions.$get()) });
}

export function usePushDevices() {
  return useQuery(devicesQuery(useApi()));
}

/** The permission to notify must have been given. */
async function subscribe(api: ApiClient, push: PushFeatures, memberId: string): Promise<Devices> {
  const { publicKey } = await call<{ publicKey: string }>(api.push.key.$get());
  const target = await push.subscribe(publicKey);
  const answer = await call<Devices>(api.push.subscriptions.$post({ json: target }));
  usePushWishes.getState().subscribed(memberId, target.endpoint);
  return answer;
}

/** The permission to notify must have been given. `onError` is called also when the button has gone. */
export function useSubscribe(push: PushFeatures, onError: (error: unknown) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { id } = useMember();
  return useMutation({
    mutationFn: () => subscribe(api, push, id),
    onSuccess: (answer) => queryClient.setQueryData<Devices>(devicesKey, answer),
    onError,
  });
}

/** `push` is that of this browser, when the device is this one. */
export function useRemoveDevice(push: PushFeatures | null) {
  const api = useApi();
  const queryClient = useQueryClient();
  const member = useMember();
  return useMutation({
    mutationFn: async ({ id, isThis }: Pick<PushDevice, 'id' | 'isThis'>) => {
      await call(api.push.subscriptions[':id'].$delete({ param: { id } }));
      if (isThis) await forgetHere(push, member.id);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesKey }),
  });
}

async function forgetHere(push: PushFeatures | null, memberId: string): Promise<void> {
  usePushWishes.getState().refuse(memberId);
  await push?.unsubscribe();
}

export function useTestPush() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call<{ outcome: PushTestOutcome }>(api.push.test.$post())).outcome,
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesKey }),
  });
}

/** A member who wanted pushes here gets them with each session, unless another device removed them. */
export function usePushRenewal(): void {
  const webApp = useWebApp();
  const api = useApi();
  const queryClient = useQueryClient();
  const { notifications } = usePlatform();
  const { id } = useMember();
  useEffect(() => {
    if (!webApp || notifications.permission() !== 'granted') return;
    renew(api, queryClient, webApp.push, id).catch(() => undefined);
  }, [webApp, notifications, api, queryClient, id]);
}

async function renew(
  api: ApiClient,
  queryClient: QueryClient,
  push: PushFeatures,
  memberId: string,
): Promise<void> {
  const known = usePushWishes.getState().wishes[memberId];
  if (known === undefined || push.support() !== 'supported') return;
  const current = await push.current();
  if (known !== null && current?.endpoint === known) {
    const { devices } = await queryClient.fetchQuery(devicesQuery(api));
    if (!devices.some(({ isThis }) => isThis)) await forgetHere(push, memberId);
    return;
  }
  queryClient.setQueryData<Devices>(devicesKey, await subscribe(api, push, memberId));
}
