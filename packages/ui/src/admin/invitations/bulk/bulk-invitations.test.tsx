import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { bulkList, csv, windows1252 } from '../../../../../../apps/api/test/bulk-list.ts';
import { PASSWORD, shopOf } from '../../../../../../apps/api/test/people.ts';
import { granted } from '../../../../../../apps/api/test/scenes.ts';
import { linkIn } from '../../../../../../apps/api/test/sign-up.ts';
import { online, renderAs, renderWith, withGuilde } from '../../../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina', 'claire'] });
const ADDRESS = '/admin/invitations?view=bulk';

async function paste(user: UserEvent, text: string) {
  const box = await screen.findByRole('textbox', { name: 'Ou colle ton tableau' });
  await user.clear(box);
  await user.click(box);
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Lire ce tableau' }));
}

async function write(user: UserEvent, button: RegExp) {
  await user.type(await screen.findByRole('textbox', { name: /^Nom de la liste/ }), 'Groupe de Lyon');
  await user.type(screen.getByRole('textbox', { name: /^Ton mot aux marchands/ }), 'On déménage ici.');
  await user.click(screen.getByRole('checkbox', { name: /^Je connais ces marchands/ }));
  await user.click(screen.getByRole('button', { name: button }));
}

test('a list of Excel is read, shown row by row with a reason each, and sent once', async () => {
  const list = bulkList(60);
  const { user, router } = await renderAs(guilde.current, 'nina', ADDRESS);
  const bytes = new Uint8Array(windows1252(csv(list.lines)));
  await screen.findByRole('button', { name: 'Choisir un fichier CSV' });
  await user.upload(screen.getByLabelText('Fichier CSV'), new File([bytes], 'membres.csv'));
  expect(await screen.findByRole('heading', { name: /^Ta liste.: 60.lignes$/ })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Prénom' })).toHaveDisplayValue('Prénom');
  const table = within(await screen.findByRole('table', { name: 'Lignes' }));
  await user.click(screen.getByRole('button', { name: 'Afficher la suite' }));
  const reasons = table
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[data-slot=state]')?.textContent);
  // Nobody has invited, refused or bounced here: the API's own test has these.
  const known = new Set([
    'déjà invitée',
    'a refusé les invitations',
    'nos e-mails à cette adresse reviennent',
  ]);
  expect(reasons).toEqual(list.reasons.map((reason) => (known.has(reason) ? 'prête' : reason)));
  await user.click(screen.getByRole('button', { name: /^Écartées/ }));
  expect(table.queryByText('prête')).not.toBeInTheDocument();
  const ready = reasons.filter((reason) => reason === 'prête').length;

  await user.click(screen.getByRole('button', { name: /^Envoyer/ }));
  expect(await screen.findByText('Confirme que tu connais ces marchands.')).toBeVisible();
  await write(user, new RegExp(`^Envoyer ${ready}.invitations$`));
  expect(await screen.findByRole('heading', { name: 'Groupe de Lyon' })).toBeVisible();
  expect(router.state.location.pathname).toMatch(/^\/admin\/invitations\/[\da-f-]{36}$/);
  await guilde.current.mails();
  expect(await screen.findByText(`${ready} sur ${ready}`)).toBeVisible();

  const sent = within(await screen.findByRole('table', { name: 'Lignes de la liste' }));
  expect((await sent.findAllByText('Envoyée')).length).toBeGreaterThan(1);
  const box = screen.getByRole('searchbox', { name: 'Rechercher dans la liste' });
  await user.type(box, list.ready[0] ?? '');
  await waitFor(() => expect(sent.getAllByRole('row')).toHaveLength(2));
  expect(sent.getByText(list.ready[0] ?? '')).toBeVisible();
  await user.clear(box);
  await user.click(await screen.findByRole('button', { name: /^Sans adresse/ }));
  await waitFor(() => expect(sent.queryByText('Envoyée')).not.toBeInTheDocument());
  expect(sent.getAllByText('Attend le lien d’accès.')).toHaveLength(
    list.reasons.filter((reason) => reason.startsWith('sans adresse')).length,
  );

  await user.click(screen.getByRole('link', { name: 'Toutes les listes' }));
  await user.upload(await screen.findByLabelText('Fichier CSV'), new File([bytes], 'membres.csv'));
  expect(await screen.findByText(/^Cette liste est déjà envoyée\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Envoyer/ })).not.toBeInTheDocument();
});

test('a wrong file says so in one sentence, and a column can be chosen by hand', async () => {
  const { user } = await renderAs(guilde.current, 'nina', ADDRESS);
  await screen.findByRole('button', { name: 'Choisir un fichier CSV' });
  const zip = new File([new Uint8Array([0x50, 0x4b, 3, 4, 20, 0])], 'membres.csv');
  await user.upload(screen.getByLabelText('Fichier CSV'), zip);
  expect(await screen.findByRole('alert')).toHaveTextContent('enregistre la liste au format CSV');
  await paste(user, 'Wie;Wer\nAnna;anna@poste.example\nBea;bea@poste.example');
  expect(await screen.findByRole('combobox', { name: 'Wer' })).toHaveDisplayValue('E-mail');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Wie' }), 'Prénom');
  const table = within(await screen.findByRole('table', { name: 'Lignes' }));
  expect(await table.findByText('Bea')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Wie' }), 'E-mail');
  expect(screen.getByRole('combobox', { name: 'Wer' })).toHaveDisplayValue('Ne pas lire');
  expect(await table.findByText('adresse invalide (ligne 2)')).toBeVisible();
  expect(await screen.findByText('Aucune ligne n’est prête.')).toBeVisible();
});

test('the letter stays when the list cannot be checked once more', async () => {
  const { user, platform } = await renderAs(guilde.current, 'nina', ADDRESS);
  await paste(user, 'email\nlou@poste.example');
  const name = await screen.findByRole('textbox', { name: /^Nom de la liste/ });
  await user.type(name, 'Groupe de Lyon');
  await online();
  const fetch = platform.fetch.bind(platform);
  let refused = 0;
  platform.fetch = (path, init) => {
    if (!path.endsWith('/batches/preview')) return fetch(path, init);
    refused++;
    return Promise.reject(new TypeError('offline'));
  };
  guilde.current.deps.live.close();
  // The first attempt and three more.
  await waitFor(() => expect(refused).toBe(4));
  await waitFor(() => expect(platform.line.waiting).toBe(0));
  expect(screen.getByRole('textbox', { name: /^Nom de la liste/ })).toHaveValue('Groupe de Lyon');
});

test('the invitee finds the form and the wizard filled in, and « Relancer » leaves them alone', async () => {
  const { user } = await renderAs(guilde.current, 'nina', ADDRESS);
  await paste(
    user,
    'email,prenom,nom,boutique,url,cms,secteur\nines@poste.example,Inès,Caron,Le Comptoir,lecomptoir.fr,Presta,Maison\nomar@poste.example,Omar,,,,,',
  );
  await write(user, /^Envoyer 2.invitations$/);
  await screen.findByRole('heading', { name: 'Groupe de Lyon' });
  const link = await linkIn(guilde.current, 'ines@poste.example');
  const secrets = Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
  const invitee = guilde.current.visitor();
  const email = 'ines@poste.example';
  granted(
    await invitee.post('/api/auth/sign-up', { ...secrets, email, password: PASSWORD, ...shopOf(email) }),
  );
  const { clock, deps } = guilde.current;
  clock.advance(25 * 3_600_000);
  await deps.db.client.execute({ sql: 'update sessions set proven_at = ?', args: [clock.now()] });
  const button = await screen.findByRole('button', { name: 'Relancer la personne qui n’a pas répondu' });
  await user.click(button);
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: /^Relancer/ }));
  expect(await screen.findByText(/^Relancée le/)).toBeVisible();

  const wizard = renderWith(guilde.current, invitee, '/profile-setup');
  expect(await screen.findByLabelText('Prénom')).toHaveValue('Inès');
  for (const step of [2, 3, 4, 5]) {
    await wizard.user.click(screen.getByRole('button', { name: 'Continuer' }));
    expect(await screen.findByText(`Étape ${step} sur 6`)).toBeVisible();
    if (step === 2) expect(screen.getByLabelText('Nom de la boutique')).toHaveValue('Le Comptoir');
    if (step === 3) expect(screen.getByRole('radio', { name: 'PrestaShop' })).toBeChecked();
    if (step === 4) expect(screen.getByRole('radio', { name: 'Maison' })).toBeChecked();
  }
  await waitFor(async () =>
    expect((await guilde.current.mails()).filter(({ to }) => to === email)).toHaveLength(1),
  );
});
