import type { DesktopCode, DesktopUse, Passkey } from '@guilde/contracts/auth/rules.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type ApiClient, ApiError, accountKey, call, isRefusal, useApi } from '../api.ts';
import { type BrowserCode, usePlatform } from '../platform.ts';
import { askForPendingEmail } from './email-change-data.ts';
import { withProof } from './proof.ts';
import { secondFactorKey } from './second-factor-data.ts';

const passkeysKey = ['passkeys'] as const;

const STOPPED_CODE = 'PASSKEY_STOPPED';
const STOPPED = 'Ton appareil n’a pas confirmé que c’est toi.';
const HERE_ALREADY = 'Cet appareil a déjà une clé d’accès pour ton compte.';

const neverChanges = () => () => undefined;

/**
 * Not in the desktop app, whose pages have no address that a passkey could be bound to: there the system's browser does it
 * (`BrowserPasskey`). The page that the server renders
 * has them, as nearly every browser does, so that nothing moves when the scripts come.
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
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string }) => {
      const offer = await withProof(() => call(api.auth.passkeys.offer.$post({ json: { password } })));
      const { startRegistration } = await import('@simplewebauthn/browser');
      const { id, rawId, response } = await byPerson(() => startRegistration({ optionsJSON: offer }));
      const { clientDataJSON, attestationObject, transports } = response;
      const made = { clientDataJSON, attestationObject, ...(transports && { transports }) };
      const json = { name, response: { id, rawId, type: 'public-key', response: made } } as const;
      return call<Passkey[]>(api.auth.passkeys.$post({ json }));
    },
    onSuccess: (list) => listChanged(queryClient, list),
    gcTime: 0,
  });
}

export function useRenamePasskey() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call<Passkey[]>(api.auth.passkeys[':passkeyId'].$patch({ param: { passkeyId: id }, json: { name } })),
    onSuccess: (list) => queryClient.setQueryData(passkeysKey, list),
  });
}

export function useRemovePasskey() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      withProof(() => call<Passkey[]>(api.auth.passkeys[':passkeyId'].$delete({ param: { passkeyId: id } }))),
    onSuccess: (list) => listChanged(queryClient, list),
  });
}

/** This session is then proven anew. */
export function useProveWithPasskey() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const request = await call(api.auth.passkeys.prove.request.$post());
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const answer = await byPerson(() => startAuthentication({ optionsJSON: request }));
      return call(api.auth.passkeys.prove.$post({ json: answerOf(answer) }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountKey }),
  });
}

/** As the browser of the desktop app has done it (`passkeyFromBrowser`). */
export function useProveByBrowser() {
  const api = useApi();
  const queryClient = useQueryClient();
  return async (json: BrowserCode) => {
    await call(api.auth.passkeys.desktop.prove.$post({ json }));
    await queryClient.invalidateQueries({ queryKey: accountKey });
  };
}

/** In the browser: returns the code that opens the desktop app, which made the challenge. */
export function useAllowDesktop(asked: { use: DesktopUse; challenge: string }) {
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const request = await call(api.auth.passkeys.desktop.request.$post({ json: asked }));
      const answer = await byPerson(() => startAuthentication({ optionsJSON: request }));
      const json = { ...asked, answer: answerOf(answer) };
      return (await call<DesktopCode>(api.auth.passkeys.desktop.allow.$post({ json }))).code;
    },
    gcTime: 0,
  });
}

/** In the desktop app, where they are added elsewhere: the lists are read again when the person comes back. */
export function useReadPasskeysOnReturn(): void {
  const platform = usePlatform();
  const queryClient = useQueryClient();
  useEffect(
    () =>
      platform.onWake(() => {
        for (const queryKey of [passkeysKey, secondFactorKey])
          queryClient.invalidateQueries({ queryKey }).catch(() => undefined);
      }),
    [platform, queryClient],
  );
}

/** The person did not go on, or another passkey is asked for. */
export function isPasskeyStopped(error: unknown): boolean {
  return isRefusal(error, STOPPED_CODE);
}

let attempts = 0;

/** `fromField`: waits until the person picks the passkey in the list of the e-mail field; may be given up. */
export async function signInWithPasskey(api: ApiClient, fromField: boolean): Promise<void> {
  const attempt = ++attempts;
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const request = await call(api.auth.passkeys.request.$post());
  // The browser knows one at a time: the field would take the place of the button that was pressed meanwhile.
  if (attempt !== attempts) throw new ApiError(STOPPED_CODE, STOPPED, 0);
  const answer = await byPerson(() =>
    startAuthentication({ optionsJSON: request, useBrowserAutofill: fromField }),
  );
  await call(api.auth.passkeys['sign-in'].$post({ json: answerOf(answer) }));
}

export async function stopWaitingForPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

type Answered = {
  id: string;
  rawId: string;
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string | undefined;
  };
};

/** Without what the server does not read. */
function answerOf({ id, rawId, response }: Answered) {
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
  askForPendingEmail(queryClient);
  for (const queryKey of [secondFactorKey, accountKey])
    queryClient.invalidateQueries({ queryKey }).catch(() => undefined);
}
