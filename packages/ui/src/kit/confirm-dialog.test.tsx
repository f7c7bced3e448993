import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Input } from './input.tsx';

test('Enter in a field of one line confirms, and does not send the form around the trigger', async () => {
  const onConfirm = vi.fn();
  const onSubmit = vi.fn();
  const user = userEvent.setup();
  render(
    <form onSubmit={onSubmit}>
      <ConfirmDialog
        trigger={<Button>Nommer</Button>}
        title="Quel nom ?"
        description="Il se change à tout moment."
        confirmLabel="Enregistrer"
        onConfirm={onConfirm}
      >
        <Input aria-label="Nom" required />
      </ConfirmDialog>
    </form>,
  );
  await user.click(screen.getByRole('button', { name: 'Nommer' }));
  await user.type(await screen.findByRole('textbox', { name: 'Nom' }), '{Enter}');
  expect(onConfirm).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onSubmit).not.toHaveBeenCalled();
});

test('the focus starts on the first field, else on the button that changes nothing', async () => {
  const user = userEvent.setup();
  const question = { description: 'Chacun est prévenu.', confirmLabel: 'Retirer', onConfirm: vi.fn() };
  render(
    <>
      <ConfirmDialog {...question} trigger={<Button>Avec motif</Button>} title="Retirer ?">
        <Input aria-label="Motif" />
      </ConfirmDialog>
      <ConfirmDialog {...question} trigger={<Button>Avec choix</Button>} title="Retirer ?">
        <input type="radio" name="note" aria-label="1" />
        <input type="radio" name="note" aria-label="2" defaultChecked />
      </ConfirmDialog>
      <ConfirmDialog {...question} trigger={<Button>Sans motif</Button>} title="Retirer ?" />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Avec motif' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Retirer ?' }));
  expect(dialog.getByRole('textbox', { name: 'Motif' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Avec choix' }));
  expect(await screen.findByRole('radio', { name: '2' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Sans motif' }));
  const asked = within(await screen.findByRole('alertdialog', { name: 'Retirer ?' }));
  expect(asked.getByRole('button', { name: 'Annuler' })).toHaveFocus();
});
