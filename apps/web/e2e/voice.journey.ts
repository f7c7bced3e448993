import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { expect, type Page, test } from '@playwright/test';
import config from '../../../playwright.config.ts';
import type { Client } from '../../api/test/client.ts';
import { join, openChat, postSos } from '../../api/test/scenes.ts';
import { uploaded } from '../../api/test/uploads.ts';
import { recording, WAVEFORM } from '../../api/test/voices.ts';
import { seriousFindings } from './accessible.ts';
import { browse, expectToast, secured, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

/** The microphone beeps. Without a permission it is refused, as by a member. */
const { launchOptions } = config.use ?? {};
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--use-fake-device-for-media-stream'],
  },
});

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

let server: Server;
let nina: Client;
let claire: Client;
let karim: Client;
let chat: { sosId: string; conversation: Conversation };
let other: { title: string };

test.beforeAll(async () => {
  server = await startServer();
  nina = await secured(await signUp(server, 'nina'));
  claire = await signUp(server, 'claire', nina);
  karim = await signUp(server, 'karim', nina);
  const first = await openChat(claire, karim);
  chat = { sosId: first.sos.id, conversation: first.conversation };
  const { id, title } = await postSos(karim, { title: 'Colis bloqué en douane' });
  await join(claire, id);
  other = { title };
});
test.afterAll(() => server.close());

const log = (page: Page) => page.getByRole('log');
const mic = (page: Page) => page.getByRole('button', { name: 'Enregistrer un message vocal' });
const end = (page: Page) => page.getByRole('button', { name: 'Terminer l’enregistrement' });
const tray = (page: Page) => page.getByRole('list', { name: 'Fichiers à envoyer' });
const voices = (page: Page) => log(page).getByRole('group', { name: /^Message vocal d/ });
const position = (page: Page, at: number) => voices(page).nth(at).getByRole('slider', { name: 'Position' });

const recorded = (page: Page) => expect(page.getByRole('timer')).toContainText(/^0:(?!00)/);

test('a voice message is recorded, listened to, sent with words, and played by the other', async ({
  browser,
}) => {
  const [{ page: desk, context }, { page: hand }] = await Promise.all([
    browse(browser, server, claire),
    browse(browser, server, karim, PHONE),
  ]);
  const path = `/chat?sos=${chat.sosId}`;
  await Promise.all([desk.goto(path), hand.goto(path)]);

  await test.step('a refused microphone is said with what to do', async () => {
    await mic(desk).click();
    await expectToast(desk, 'Le micro est refusé. Autorise-le pour Guilde');
    await context.grantPermissions(['microphone'], { origin: server.url });
  });

  await test.step('by keyboard: recorded, taken back, recorded again, listened to and sent with words', async () => {
    await mic(desk).press('Enter');
    await recorded(desk);
    await desk.getByRole('button', { name: 'Annuler l’enregistrement' }).press('Enter');
    await expect(tray(desk)).toBeHidden();
    await mic(desk).press('Enter');
    await recorded(desk);
    expect(await seriousFindings(desk)).toEqual([]);
    await expect(end(desk)).toBeFocused();
    await end(desk).press('Enter');
    const draft = tray(desk).getByRole('group', { name: /^Ton message vocal, 0:/ });
    await draft.getByRole('button', { name: 'Écouter' }).press('Enter');
    await expect(draft.getByRole('button', { name: 'Mettre en pause' })).toBeVisible();
    const words = desk.getByRole('textbox', { name: 'Résumé écrit (facultatif)' });
    await words.fill('Le colis est parti ce matin');
    await expect(desk.getByRole('button', { name: 'Envoyer', exact: true })).toBeEnabled();
    await words.press('Enter');
    await expect(voices(hand)).toHaveCount(1);
    await expect(log(hand).getByText('Le colis est parti ce matin')).toBeVisible();
    await expect(tray(desk)).toBeHidden();
  });

  await test.step('on a phone: played, one at a time, from any place, faster', async () => {
    const files = `/api/conversations/${chat.conversation.id}/files`;
    const bytes = await recording('webm', { seconds: 42 });
    const { id } = await uploaded(claire, files, { name: 'Message vocal', bytes, waveform: WAVEFORM });
    await claire.post(`/api/conversations/${chat.conversation.id}/messages`, {
      id: crypto.randomUUID(),
      content: '',
      files: [id],
    });
    await expect(voices(hand)).toHaveCount(2);
    expect(await seriousFindings(hand)).toEqual([]);
    const [first, second] = [voices(hand).first(), voices(hand).nth(1)];
    await expect(second).toContainText('0:42');
    await second.getByRole('button', { name: /^Vitesse de lecture.: 1×/ }).tap();
    await expect(first.getByRole('button', { name: /^Vitesse de lecture.: 1,5×/ })).toBeVisible();
    const box = await position(hand, 1).boundingBox();
    await hand.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await expect(position(hand, 1)).toHaveValue(/^(19|2\d)$/);
    await position(hand, 1).press('End');
    await expect(position(hand, 1)).toHaveAttribute('aria-valuetext', '0:42 sur 0:42');
    await position(hand, 1).press('Home');
    await second.getByRole('button', { name: 'Écouter' }).tap();
    await expect(position(hand, 1)).not.toHaveValue('0');
    await first.getByRole('button', { name: 'Écouter' }).tap();
    await expect(second.getByRole('button', { name: 'Écouter' })).toBeVisible();
  });

  await test.step('held, it ends with the press; left while it records, it waits and says so', async () => {
    await mic(desk).hover();
    await desk.mouse.down();
    await recorded(desk);
    await desk.mouse.up();
    await expect(tray(desk).getByRole('group', { name: /^Ton message vocal/ })).toBeVisible();
    await tray(desk)
      .getByRole('button', { name: /^Retirer/ })
      .click();
    await mic(desk).click();
    await recorded(desk);
    await desk.getByRole('link', { name: new RegExp(other.title) }).click();
    await expectToast(desk, 't’attend dans');
    await expect(end(desk)).toBeHidden();
    await desk.goto(path);
    // The page is another one, and the part that was sent is still there.
    await expect(tray(desk).getByText('Ton message vocal')).toBeAttached();
  });

  await test.step('switched off, nobody is offered one, at once', async () => {
    await tray(desk)
      .getByRole('button', { name: /^Retirer/ })
      .click();
    await expect(mic(desk)).toBeVisible();
    await nina.put('/api/admin/community', { voiceMessages: false });
    await expect(mic(desk)).toBeHidden();
    await expect(mic(hand)).toBeHidden();
    await expect(voices(hand)).toHaveCount(2);
  });
});
