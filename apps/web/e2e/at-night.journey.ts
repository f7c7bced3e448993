import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import type { SosOutcomes } from '@guilde/contracts/outcomes/rules.ts';
import {
  DEFAULT_SETTINGS,
  minuteOfDay,
  PROPOSED_QUIET_HOURS,
  type Settings,
} from '@guilde/contracts/settings/rules.ts';
import { expect, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import type { PersonName } from '../../api/test/people.ts';
import { type PushService, startPushService } from '../../api/test/push-service.ts';
import { granted, postSos } from '../../api/test/scenes.ts';
import { storeCrowd } from './crowd.ts';
import { clockFrom, type MovedClock } from './moved-clock.ts';
import { browse, expectAnnounced, signUp } from './people.ts';
import { atDesktop, close, openPushed, phoneOf } from './phones.ts';
import { type Server, startServer } from './server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** With Karim, Zoé and Hugo they are as many as the first wave asks. */
const CROWD = ['Ada', 'Basile', 'Céleste', 'Diane', 'Élias'].map((firstName) => ({
  firstName,
  lastName: 'Morel',
  storeName: `Chez ${firstName}`,
}));

let clock: MovedClock;
let service: PushService;
let server: Server;

test.beforeAll(async () => {
  clock = clockFrom(nearest(23 * 60));
  service = await startPushService(clock.now);
  server = await startServer(service.env, clock);
});
test.afterAll(async () => {
  await server.close();
  await service.stop();
});

/** `minute` is of the day in Paris; the time is at most half a day from now, which the browsers keep. */
function nearest(minute: number): number {
  const now = Date.now();
  const ahead = (minute - minuteOfDay('Europe/Paris', now) + 1440) % 1440;
  return now + (ahead > 720 ? ahead - 1440 : ahead) * MINUTE_MS;
}

test('an urgent SOS at night asks whoever may be asked, on phones and a desktop; a week later its author says whether the solution holds', async ({
  browser,
}) => {
  const nina = await signUp(server, 'nina');
  const memberWith = async (name: PersonName, change: Partial<Settings>) => {
    const client = await signUp(server, name, nina);
    granted(await client.put('/api/settings', { ...DEFAULT_SETTINGS, ...change }));
    return client;
  };
  const inPocket = async (client: Client) => {
    const phone = await phoneOf(browser, client, service.device());
    await close(phone);
    return { ...phone, client };
  };
  const quietHours = PROPOSED_QUIET_HOURS;
  const claire = await memberWith('claire', { quietHours });
  const clairesDevice = service.device();
  granted(await claire.post('/api/push/subscriptions', clairesDevice.subscription));
  const karim = await inPocket(await memberWith('karim', {}));
  const zoe = await inPocket(await memberWith('zoe', { quietHours, urgentInQuietHours: true }));
  const hugo = await memberWith('hugo', {});
  const hugosDevice = service.device();
  granted(await hugo.post('/api/push/subscriptions', hugosDevice.subscription));
  const desktop = await atDesktop(browser, hugo);
  // Everybody else is asked before Paul, who is one too many for the wave.
  const paul = await memberWith('paul', {});
  const paulsDevice = service.device();
  granted(await paul.post('/api/push/subscriptions', paulsDevice.subscription));
  storeCrowd(server, CROWD);
  const { id: sosId } = await postSos(nina, { title: 'Boutique hors ligne', isUrgent: true });
  const author = await browse(browser, server, nina, { viewport: { width: 1280, height: 800 } });
  const reached = author.page.getByRole('region', { name: 'En attente d’une première réponse' });

  await test.step('it wakes one who is up and one who wants that; the author sees how many', async () => {
    await author.page.goto(`/sos/${sosId}`);
    await expect(reached.getByRole('status')).toHaveText('8\u00a0marchands prévenus');
    await expect(reached).toContainText(/prévenus à \d\d:\d\d\./);
    for (const phone of [karim, zoe]) {
      const { payload } = await phone.device.next();
      expect(payload).toMatchObject({ kind: 'alert', title: 'SOS urgent\u00a0: Boutique hors ligne' });
      await openPushed(phone, payload);
    }
    await expect(reached.getByRole('status')).toHaveText('8\u00a0marchands prévenus · 2 l’ont ouvert');
  });

  await test.step('one at a desktop is told by the page, and by nothing else', async () => {
    await expectAnnounced(desktop, 'Un SOS a besoin de toi\u00a0: «\u00a0Boutique hors ligne\u00a0»');
    await desktop.getByRole('link', { name: 'Boutique hors ligne' }).click();
    await expect(desktop.getByText(/^Tu peux aider Nina\s\?$/)).toBeVisible();
    expect(hugosDevice.asked()).toBe(0);
  });

  await test.step('whoever cannot help says so, the next member is asked instead, and nobody sees it', async () => {
    expect(paulsDevice.asked()).toBe(0);
    await karim.page.getByRole('button', { name: 'Pas cette fois' }).tap();
    await expect(karim.page.getByText('C’est noté, et personne ne le voit.')).toBeVisible();
    await expect(karim.page.getByRole('button', { name: 'Pas cette fois' })).toHaveCount(0);
    expect((await paulsDevice.next()).payload).toMatchObject({ kind: 'alert', path: `/sos/${sosId}` });
    await author.page.reload();
    await expect(reached.getByRole('status')).toHaveText('8\u00a0marchands prévenus · 3 l’ont ouvert');
    await expect(author.page.getByRole('main')).not.toContainText('Karim');
    for (const viewer of [nina, zoe.client])
      expect(JSON.stringify(granted(await viewer.get(`/api/sos/${sosId}`)))).not.toContain(karim.client.id);
  });

  await test.step('the first to join opens the chat, under the eyes of the author', async () => {
    await zoe.page.getByRole('button', { name: 'Je peux aider' }).tap();
    await expect(zoe.page).toHaveURL(/\/chat\?sos=/);
    await expect(reached).toHaveCount(0);
    await expect(author.page.getByRole('main')).toContainText('Zoé');
    await zoe.page.getByRole('textbox', { name: /message/i }).fill('Vide le cache du serveur.');
    await zoe.page.getByRole('button', { name: 'Envoyer' }).tap();
    await author.page.getByRole('link', { name: 'Ouvrir le chat' }).click();
    await expect(author.page.getByRole('log')).toContainText('Vide le cache du serveur.');
    const chat = granted(await nina.get<Conversation>(`/api/conversations/by-sos/${sosId}`));
    expect(chat.currentParticipants).toBe(2);
    const ratings = [{ memberId: zoe.client.id, rating: 5 }];
    granted(await nina.post(`/api/ratings/resolve/${sosId}`, { ratings }));
    await expect(zoe.page.getByText('Ce chat est fermé').first()).toBeVisible();
  });
  for (const page of [author.page, karim.page, zoe.page, desktop]) await page.context().close();

  await test.step('a week later the author answers from the mail, signed in nowhere', async () => {
    await clock.advance(7 * DAY_MS);
    const mail = await server.mailTo(nina.email, /^Ton SOS est résolu depuis 7/);
    const link = /https?:\/\/\S+\/tient#\S+/.exec(mail)?.[0] ?? '';
    const outcomes = async () => granted(await nina.get<SosOutcomes>(`/api/outcomes/${sosId}`));
    const { context } = await browse(browser, server, null);
    const open = async () => {
      const page = await context.newPage();
      await page.goto(link);
      return page;
    };
    await expect((await open()).getByRole('button', { name: 'Oui' })).toBeEnabled();
    const page = await open();
    await expect(page.getByRole('button', { name: 'Oui' })).toBeEnabled();
    expect(await outcomes()).toMatchObject({ answers: [], question: { afterDays: 7 } });
    await page.getByRole('button', { name: 'Oui' }).click();
    await expect(page.getByRole('heading', { name: 'Merci' })).toBeVisible();
    await expect(page.getByText('Tient toujours à 7\u00a0jours').first()).toBeVisible();
    expect(await outcomes()).toMatchObject({ answers: [{ answer: 'yes', afterDays: 7 }], question: null });
    await expect((await open()).getByText('Tu as déjà répondu à cette question.')).toBeVisible();
    await context.close();
  });

  // She was not asked although a place had become free, because she slept all the time.
  expect(clairesDevice.asked()).toBe(0);
});
