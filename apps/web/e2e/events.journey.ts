import type { AdminSummaryPage } from '@guilde/contracts/admin/rules.ts';
import type { CalendarLink, EventDetail } from '@guilde/contracts/events/rules.ts';
import { addDays, localTime } from '@guilde/contracts/events/time.ts';
import type { SummaryDraftAnswer } from '@guilde/contracts/knowledge/rules.ts';
import { expect, type Page, test } from '@playwright/test';
import { totpAt } from '../../api/src/credentials/second-factor/totp.ts';
import { entriesIn, hasPython, readByPython } from '../../api/test/calendar-entries.ts';
import type { Client } from '../../api/test/client.ts';
import { granted } from '../../api/test/scenes.ts';
import { check, PHONE, WIDE } from './looked-at.ts';
import { clockFrom, type MovedClock } from './moved-clock.ts';
import { addSecondFactor, browse, expectToast, PEOPLE, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SAID = 'Envoie le K-bis avant qu’on te le demande.';

let clock: MovedClock;
let server: Server;

test.beforeAll(async () => {
  clock = clockFrom(Date.now());
  server = await startServer({}, clock);
});
test.afterAll(() => server.close());

const at = (days: number, time: string) =>
  `${addDays(localTime(clock.now(), 'Europe/Paris'), days).slice(0, 10)}T${time}`;
const answer = (client: Client, id: string, state: string) =>
  client.post<EventDetail>(`/api/events/${id}/answer`, { state });
const seen = async (client: Client, id: string) =>
  granted(await client.get<EventDetail>(`/api/events/${id}`));
/** These four make it ten members who answer for eight seats. */
const OTHERS = ['Inès', 'Marc', 'Léa', 'Noé'].map((firstName, index) => ({
  ...PEOPLE.zoe,
  ...{ firstName, email: `invite${index}@exemple.fr` },
}));

/** Returns what a calendar reads at the member's own address, and in the file of the event. */
async function entriesOf(client: Client, address: string, id: string) {
  const read = async (path: string) => (await client.request(path)).text();
  const feed = await read(new URL(address).pathname);
  if (hasPython) {
    const utc = (instant: string) => instant.replace('.000Z', '+00:00');
    const expected = entriesIn(feed).map(({ uid, start, end, status }) => [
      ...[uid, utc(start), utc(end), String(status)],
    ]);
    expect(readByPython(feed)).toEqual(expected);
  }
  return [entriesIn(feed), entriesIn(await read(`/api/events/${id}/calendar.ics`))];
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a member proposes a Room; ten answer at once, seats move up, the hour changes, the call opens, and what was said becomes an article', async ({
  browser,
}) => {
  const nina = await signUp(server, 'nina');
  const secret = await addSecondFactor(nina);
  nina.prove = async () => {
    const code = totpAt(secret, clock.now());
    granted(await nina.post('/api/auth/second-factor/prove', { code }));
  };
  granted(await nina.put('/api/admin/community', { voiceMessages: true, events: true }));
  const claire = await signUp(server, 'claire', nina);
  const guests: Client[] = [nina];
  for (const who of ['karim', 'zoe', 'paul', 'lucie', 'hugo', ...OTHERS] as const)
    guests.push(await signUp(server, who, nina));
  const host = (await browse(browser, server, claire, PHONE)).page;

  const id = await test.step('the host proposes it on a phone, by keyboard alone', async () => {
    await host.goto('/events');
    await expect(host.getByText('Aucun événement prévu.')).toBeVisible();
    await check(host, 'empty');
    await host.getByRole('link', { name: 'Proposer un événement' }).first().press('Enter');
    await host.getByRole('radio', { name: /^Room/ }).press('Space');
    await host.keyboard.press('Tab');
    await host.keyboard.type('Sortir d’un blocage Stripe');
    await host.keyboard.press('Tab');
    await host.keyboard.type('Je l’ai vécu en mars : on déroule ce qui a marché.');
    await host.getByLabel('Jour et heure').fill(at(5, '18:30'));
    await host.getByLabel(/^Lien de l’appel/).fill('https://visio.exemple.fr/salon');
    await check(host, 'form');
    await button(host, 'Proposer l’événement').press('Enter');
    await expect(host.getByRole('heading', { level: 1, name: 'Sortir d’un blocage Stripe' })).toBeVisible();
    return host.url().split('/').at(-1) ?? '';
  });

  const { first, second, leavers } = await test.step('ten answer at once: eight come, two wait', async () => {
    const answers = await Promise.all(guests.map((guest) => answer(guest, id, 'going')));
    const waiting = guests.filter((_guest, index) => answers[index]?.status === 409);
    expect(waiting).toHaveLength(2);
    for (const guest of waiting) granted(await answer(guest, id, 'waiting'));
    const [one, other] = waiting as [Client, Client];
    return { first: one, second: other, leavers: guests.filter((guest) => !waiting.includes(guest)) };
  });
  const inLine = (await browse(browser, server, first, WIDE)).page;
  const last = (await browse(browser, server, second, PHONE)).page;
  const [early, late, stays] = leavers as [Client, Client, Client];
  const leaver = (await browse(browser, server, early, WIDE)).page;
  for (const page of [inLine, last, leaver]) await page.goto(`/events/${id}`);
  await expect(inLine.getByText(/tu es en 1re position/)).toBeVisible();
  await expect(last.getByText(/tu es en 2e position/)).toBeVisible();
  await check(last, 'waiting');
  await check(leaver, 'going');
  await check(host, 'host');
  await inLine.goto('/events');
  await expect(inLine.getByText('Liste d’attente (1re)')).toBeVisible();
  await check(inLine, 'list');
  await inLine.goBack();

  const { startsAt } = await seen(claire, id);
  const until = (before: number, start = startsAt) => clock.advance(Date.parse(start) - before - clock.now());

  await test.step('who leaves four hours before gives the seat to the first at once', async () => {
    await until(4 * HOUR_MS);
    await button(leaver, 'Je laisse ma place').click();
    await check(leaver, 'leaving');
    await leaver.getByRole('alertdialog').getByRole('button', { name: 'Je laisse ma place' }).click();
    await expect(button(leaver, 'Rejoindre la liste d’attente')).toBeVisible();
    await expect(inLine.getByText('Tu viens.', { exact: true })).toBeVisible();
    await expect(last.getByText(/tu es en 1re position/)).toBeVisible();
    await inLine.goto('/home');
    await expect(inLine.getByRole('link', { name: /^(Ce soir|Aujourd’hui) 18\sh\s30, Room/ })).toBeVisible();
    await check(inLine, 'home');
  });

  await test.step('who leaves two hours before makes an offer of half an hour, which the next takes', async () => {
    await until(2 * HOUR_MS);
    granted(await answer(late, id, 'declined'));
    await expect(last.getByText(/^Une place se libère/)).toBeVisible();
    await check(last, 'offered');
    await button(last, 'Je viens').click();
    await expect(last.getByText('Tu viens.', { exact: true })).toBeVisible();
  });

  const feed = granted(await second.post<CalendarLink>('/api/calendar-link')).address ?? '';
  const uid = `${id}@localhost`;
  const entry = { uid, title: 'Sortir d’un blocage Stripe', start: startsAt, sequence: 0, isUtc: true };
  for (const entries of await entriesOf(second, feed, id)) expect(entries).toMatchObject([entry]);

  await test.step('the hour changes: all keep their seats and are asked', async () => {
    await host.setViewportSize(WIDE.viewport);
    await host.getByRole('link', { name: 'Modifier' }).click();
    await host.getByLabel('Jour et heure').fill(at(0, '21:30'));
    await check(host, 'change');
    await button(host, 'Enregistrer').click();
    await expectToast(host, 'Événement modifié');
    await expect(last.getByText(/^Toujours partant/)).toBeVisible();
    await button(last, 'Oui').click();
    await expect(last.getByText('Tu viens.', { exact: true })).toBeVisible();
    await expect(host.getByText('1 confirmé, 7 sans réponse')).toBeVisible();
    expect((await seen(stays, id)).seat?.state).toBe('going');
  });

  const moved = (await seen(claire, id)).startsAt;
  await test.step('calendars show the new hour, once', async () => {
    expect(Date.parse(moved) - Date.parse(startsAt)).toBe(3 * HOUR_MS);
    for (const entries of await entriesOf(second, feed, id))
      expect(entries).toMatchObject([{ ...entry, start: moved, sequence: 1, status: 'CONFIRMED' }]);
  });

  await test.step('the call opens a quarter of an hour before', async () => {
    await until(15 * MINUTE_MS, moved);
    await last.reload();
    await expect(last.getByRole('link', { name: /Rejoindre l’appel/ })).toHaveAttribute(
      'href',
      'https://visio.exemple.fr/salon',
    );
    await check(last, 'call');
  });

  await test.step('the host marks who came, and guests say whether it was useful', async () => {
    await until(-2 * HOUR_MS, moved);
    await host.reload();
    await host
      .getByRole('group', { name: /Qui est venu/ })
      .getByRole('checkbox')
      .first()
      .press('Space');
    await check(host, 'attendance');
    await button(host, 'Enregistrer la présence').click();
    await expectToast(host, 'Présence enregistrée');
    const marked = (await seen(claire, id)).seats?.map(({ attended }) => attended);
    expect(marked?.toSorted()).toEqual([false, ...Array(7).fill(true)]);
    await last.reload();
    await last.getByRole('radio', { name: 'Oui' }).press('Space');
    await expect.poll(async () => (await seen(second, id)).useful).toBe('yes');
    await check(last, 'after');
  });

  await test.step('the host writes what was said, which who was there may shorten', async () => {
    await button(host, 'Écrire le compte rendu').click();
    const dialog = host.getByRole('dialog');
    await dialog.getByLabel('Catégorie').selectOption({ label: 'Juridique' });
    await dialog.getByLabel('Ce qui s’est dit').fill(`${SAID} Karim garde deux prestataires.`);
    await check(host, 'notes');
    await button(host, 'Envoyer').click();
    await expectToast(host, 'Compte rendu envoyé');
    await last.getByRole('link', { name: 'Relire le compte rendu' }).click();
    await expect(last.getByRole('heading', { level: 1, name: 'Compte rendu à relire' })).toBeVisible();
    await expect(last.getByRole('main').getByText(/Karim/)).toHaveCount(0);
    await check(last, 'draft');
    await button(last, 'Écarter').last().click();
    await expect(button(last, 'Rétablir')).toBeVisible();
  });

  await test.step('it is an article once all have read it and the team approves it', async () => {
    const there = (await seen(claire, id)).seats?.filter(({ attended }) => attended) ?? [];
    const ids = new Set(there.map(({ member }) => member.id));
    const drafts = `/api/knowledge/drafts/${id}`;
    for (const one of [claire, ...guests.filter((guest) => ids.has(guest.id))]) {
      const { draft } = granted(await one.get<SummaryDraftAnswer>(drafts));
      granted(await one.put(`${drafts}/consent`, { seen: draft?.seen }));
    }
    const { items } = granted(await nina.get<AdminSummaryPage>('/api/admin/summaries?status=pending'));
    const decision = { privacyLevel: 'members', seen: items[0]?.createdAt };
    granted(await nina.post(`/api/admin/summaries/${items[0]?.id}/approve`, decision));
    await last.getByRole('link', { name: 'Lire le compte rendu publié' }).click();
    await expect(last.getByText(SAID)).toBeVisible();
    await expect(last.getByText(/prestataires/)).toHaveCount(0);
    await expect(last.getByText(/^Compte rendu d’une Room, relu par l’équipe/)).toBeVisible();
    await expect(last.getByText('8 participants')).toBeVisible();
    await check(last, 'article');
  });
});
