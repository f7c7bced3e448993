import { expect, type Page } from '@playwright/test';
import { PASSWORD, PEOPLE, type PersonName } from '../../api/test/people.ts';
import type { DrivenPage } from './driver.ts';

export async function signIn(page: Page, name: PersonName): Promise<void> {
  await page.getByLabel('E-mail').fill(PEOPLE[name].email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
}

/** Signs in by the call of the sign-in page, and leads home. */
export async function signInDriven(page: DrivenPage, name: PersonName): Promise<void> {
  // The page has its own address once it is there.
  await expect.poll(() => page.text().catch(() => '')).toContain('Se connecter');
  const status = await page.evaluate(
    async (credentials) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(credentials);
      const answer = await fetch('/api/auth/sign-in', { method: 'POST', headers, body });
      if (answer.ok) setTimeout(() => location.assign('/home'));
      return answer.status;
    },
    { email: PEOPLE[name].email, password: PASSWORD },
  );
  expect(status).toBe(200);
  await expect.poll(() => page.text().catch(() => '')).toContain(`Bonjour ${PEOPLE[name].firstName}`);
}

/** Changes the address without a reload. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((next) => {
    history.pushState(null, '', next);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
