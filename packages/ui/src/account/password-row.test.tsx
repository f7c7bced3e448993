import { PASSWORD_UNCHANGED } from '@guilde/contracts/auth/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PASSWORD, type PersonName } from '../../../../apps/api/test/people.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';
import { useLive } from '../live.ts';

const guilde = withGuilde();
const NEW_PASSWORD = 'trois-cargos-verts-au-port';

async function open(name: PersonName) {
  const page = await renderAs(guilde.current, name, '/settings/security');
  await page.user.click(await screen.findByRole('button', { name: 'Changer de mot de passe' }));
  const form = within(await screen.findByRole('form', { name: 'Changer de mot de passe' }));
  const fields = {
    current: form.getByLabelText('Mot de passe actuel'),
    password: form.getByLabelText('Nouveau mot de passe'),
    confirmation: form.getByLabelText('Confirmation du mot de passe'),
  };
  const submit = () => page.user.click(form.getByRole('button', { name: 'Changer de mot de passe' }));
  const fill = async (current: string, password: string, confirmation = password) => {
    for (const [field, text] of [
      [fields.current, current],
      [fields.password, password],
      [fields.confirmation, confirmation],
    ] as const) {
      await page.user.clear(field);
      await page.user.type(field, text);
    }
    await submit();
  };
  const signIn = async (password: string) =>
    (await guilde.current.visitor().post('/api/auth/sign-in', { email: page.client.email, password })).status;
  return { ...page, form, fields, submit, fill, signIn };
}

describe('the password, in the settings', () => {
  test('is changed: the form closes, this device stays and is heard again, others are out', async () => {
    const { client, fill, signIn } = await open('claire');
    const elsewhere = guilde.current.visitor();
    await elsewhere.post('/api/auth/sign-in', { email: client.email, password: PASSWORD });
    await online();
    const connections: string[] = [];
    onTestFinished(useLive.subscribe(({ connection }) => connections.push(connection)));
    await fill(PASSWORD, NEW_PASSWORD);
    expect(await screen.findByText('Mot de passe changé')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect((await elsewhere.get('/api/auth/account')).body).toBeNull();
    expect([await signIn(PASSWORD), await signIn(NEW_PASSWORD)]).toEqual([401, 200]);
    // The connection is back, and the page did not announce the break.
    await waitFor(() => expect(connections).toEqual(['online']));
    expect(screen.getByRole('heading', { level: 1, name: 'Sécurité' })).toBeVisible();
  });

  test('refused: says why beside the field, and keeps what was typed', async () => {
    const { fields, fill, form, signIn } = await open('karim');
    await fill('pas le bon', NEW_PASSWORD);
    expect(await form.findByText('Ce mot de passe n’est pas le bon.')).toBeVisible();
    await waitFor(() => expect(fields.current).toHaveFocus());
    expect(fields.current).toHaveAccessibleDescription(/n’est pas le bon/);
    expect(fields.current).toHaveValue('pas le bon');
    expect(fields.password).toHaveValue(NEW_PASSWORD);
    await fill(PASSWORD, 'motdepasse');
    expect(await form.findByText(/parmi les plus utilisés/)).toBeVisible();
    await waitFor(() => expect(fields.password).toHaveFocus());
    await fill(PASSWORD, PASSWORD);
    expect(await form.findByText(PASSWORD_UNCHANGED)).toBeVisible();
    await fill(PASSWORD, NEW_PASSWORD, 'autre-chose');
    expect(await form.findByText('Les mots de passe ne correspondent pas')).toBeVisible();
    expect(await signIn(PASSWORD)).toBe(200);
  });

  test('without an answer, keeps the form and says what to do', async () => {
    const { fields, fill, platform } = await open('zoe');
    platform.line.cut = true;
    await fill(PASSWORD, NEW_PASSWORD);
    expect(await screen.findByText('Mot de passe non changé')).toBeInTheDocument();
    expect(fields.current).toHaveValue(PASSWORD);
    expect(fields.password).toHaveValue(NEW_PASSWORD);
  });

  test('asks for what is missing, shows what is typed on demand, and tells password managers what is what', async () => {
    const { form, fields, submit, user, client } = await open('paul');
    await submit();
    expect(await form.findByText('Saisis ton mot de passe actuel.')).toBeVisible();
    expect(form.getByText('Le mot de passe doit contenir au moins 8 caractères')).toBeVisible();
    const [show] = form.getAllByRole('button', { name: 'Afficher le mot de passe' });
    expect(fields.current).toHaveAttribute('type', 'password');
    await user.click(show as HTMLElement);
    expect(fields.current).toHaveAttribute('type', 'text');
    expect(Object.values(fields).map((field) => field.getAttribute('autocomplete'))).toEqual([
      'current-password',
      'new-password',
      'new-password',
    ]);
    expect(document.querySelector('form input[autocomplete="username"]')).toHaveValue(client.email);
  });
});
