import type { DesktopCode, DesktopUse, Passkey, PasskeyRequest } from '@guilde/contracts/auth/rules.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type ApiClient, ApiError, accountKey, call, isRefusal, useApi } from '../api.ts';
import { readAgain, useAct } from '../mutation.ts';
import { type BrowserCode, usePlatform } from '../platform.ts';
import { pendingEmailKey } from './email-change-data.ts';
import { withProof } from './proof.ts';
import { secondFactorKey } from './second-factor-data.ts';

const passkeysKey = ['passkeys'] as const;

const STOPPED_CODE = 'PASSKEY_STOPPED';
const STOPPED = 'Ton appareil n’a pas confirmé que c’est toi.';
const HERE_ALREADY = 'Cet appareil a déjà une clé d’accès pour ton compte.';

const neverChanges = () => () => undefined;

/**
 * It is false in the desktop app: its pages have no address that a passkey could be bound to, so the
 * system's browser asks instead (`PasskeyButton`). The page that the server renders has passkeys, as nearly
 * every browser does, so that nothing moves when the scripts come.
 */
export function useCanUsePasskeys(): boolean {
  const { name } = usePlatform();
  const isKnown = useSyncExternalStore(
    neverChanges,
    () => 'PublicKeyCredential' in globalThis,
    () => true,
  );
  return name === 'web' && isKnown;
}

export function usePasskeys() {
  const api = useApi();
  return useQuery({ queryKey: passkeysKey, queryFn: () => call<Passkey[]>(api.auth.passkeys.$get()) });
}

export function useAddPasskey() {
  return useAct(async (api, { name, password }: { name: string; password: string }) => {
    const offer = await withProof(() => call(api.auth.passkeys.offer.$post({ json: { password } })));
    const { startRegistration } = await import('@simplewebauthn/browser');
    const { id, rawId, response } = await byPerson(() => startRegistration({ optionsJSON: offer }));
    const { clientDataJSON, attestationObject, transports } = response;
    const made = { clientDataJSON, attestationObject, ...(transports && { transports }) };
    const json = { name, response: { id, rawId, type: 'public-key', response: made } } as const;
    return call<Passkey[]>(api.auth.passkeys.$post({ json }));
  }, listChanged);
}

export function useRenamePasskey() {
  return useAct(
    (api, { id, name }: { id: string; name: string }) =>
      call<Passkey[]>(api.auth.passkeys[':passkeyId'].$patch({ param: { passkeyId: id }, json: { name } })),
    (queryClient, list) => queryClient.setQueryData(passkeysKey, list),
  );
}

export function useRemovePasskey() {
  return useAct(
    (api, passkeyId: string) =>
      withProof(() => call<Passkey[]>(api.auth.passkeys[':passkeyId'].$delete({ param: { passkeyId } }))),
    listChanged,
  );
}

/** Proves the session again, for grave acts. `code` comes from the browser (`passkeyFromBrowser`). */
export function useProveWithPasskey() {
  return useAct(
    async (api, code: BrowserCode | undefined) => {
      if (code) return call(api.auth.passkeys.desktop.prove.$post({ json: code }));
      const json = await askForPasskey(() => call(api.auth.passkeys.prove.request.$post()));
      return call(api.auth.passkeys.prove.$post({ json }));
    },
    (queryClient) => queryClient.invalidateQueries({ queryKey: accountKey }),
  );
}

/** It runs in the browser and returns the code that opens the desktop app, which made the challenge. */
export function useAllowDesktop(asked: { use: DesktopUse; challenge: string }) {
  return useAct<void, string>(async (api) => {
    const answer = await askForPasskey(() => call(api.auth.passkeys.desktop.request.$post({ json: asked })));
    const json = { ...asked, answer };
    return (await call<DesktopCode>(api.auth.passkeys.desktop.allow.$post({ json }))).code;
  });
}

/** The desktop app adds passkeys in the browser, so it refetches the lists when the person comes back. */
export function useReadPasskeysOnReturn(): void {
  const platform = usePlatform();
  const queryClient = useQueryClient();
  useEffect(
    () => platform.onWake(() => readAgain(queryClient, passkeysKey, secondFactorKey)),
    [platform, queryClient],
  );
}

/** The person did not go on, or another passkey is asked for. */
export function isPasskeyStopped(error: unknown): boolean {
  return isRefusal(error, STOPPED_CODE);
}

let attempts = 0;

/** With `fromField` it waits until the person picks a passkey in the e-mail field, and may be given up. */
export async function signInWithPasskey(api: ApiClient, fromField: boolean): Promise<void> {
  const attempt = ++attempts;
  const json = await askForPasskey(async () => {
    const request = await call(api.auth.passkeys.request.$post());
    // The browser knows one request at a time: that of the field would replace that of a button pressed
    // meanwhile.
    if (attempt !== attempts) throw new ApiError(STOPPED_CODE, STOPPED, 0);
    return request;
  }, fromField);
  await call(api.auth.passkeys['sign-in'].$post({ json }));
}

export async function stopWaitingForPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

/** Returns only what the server reads. The library is loaded before the request is made. */
async function askForPasskey(request: () => Promise<PasskeyRequest>, useBrowserAutofill = false) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await request();
  const { id, rawId, response } = await byPerson(() =>
    startAuthentication({ optionsJSON, useBrowserAutofill }),
  );
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  } as const;
}

/** Browsers do not say whether the person refused, or nothing fitted. */
async function byPerson<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isHere = error instanceof Error && error.name === 'InvalidStateError';
    throw new ApiError(STOPPED_CODE, isHere ? HERE_ALREADY : STOPPED, 0);
  }
}

function listChanged(queryClient: QueryClient, list: Passkey[]): void {
  queryClient.setQueryData(passkeysKey, list);
  readAgain(queryClient, pendingEmailKey, secondFactorKey, accountKey);
}
