import { render, screen, waitFor } from '@testing-library/react';
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
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(onSubmit).not.toHaveBeenCalled();
});
