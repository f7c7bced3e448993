import { expect, type Page } from '@playwright/test';
import { PASSWORD } from './people.ts';

type Credential = {
  credentialId: string;
  isResidentCredential: boolean;
  privateKey: string;
  signCount: number;
  rpId?: string;
  userHandle?: string;
};

export type Phone = {
  answers: (enabled: boolean) => Promise<unknown>;
  kept: () => Promise<number>;
  carriedTo: (page: Page) => Promise<Phone>;
};

/** The authenticator always recognises its owner, and answers nobody until `answers` is called. */
export async function authenticator(page: Page, credentials: Credential[] = []): Promise<Phone> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const kept = async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  for (const credential of credentials)
    await client.send('WebAuthn.addCredential', { authenticatorId, credential });
  return {
    answers: (enabled: boolean) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    kept: async () => (await kept()).length,
    carriedTo: async (other) => authenticator(other, await kept()),
  };
}

export async function addPasskey(page: Page, name: string) {
  await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ajouter une clé d’accès' });
  await dialog.getByLabel('Nom de la clé').fill(name);
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await expect(dialog.getByText('Saisis ton mot de passe.')).toBeVisible();
  await dialog.getByLabel('Ton mot de passe').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await expect(dialog).toHaveCount(0);
}
