import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { toast } from '../kit/toast.ts';
import { failureText } from '../refusals.ts';

type Props = Record<'label' | 'title' | 'description' | 'done', string> & { onErase: () => Promise<unknown> };

export function EraseButton({ label, title, description, done, onErase }: Props) {
  const erase = async () => {
    try {
      await onErase();
    } catch (error) {
      toast.error('Erreur', { description: failureText(error, 'Impossible d’effacer tes chiffres') });
      throw error;
    }
    toast.success(done);
  };
  return (
    <ConfirmDialog
      destructive
      trigger={
        <Button variant="ghost" size="sm" className="-mx-3 justify-self-start text-danger">
          {label}
        </Button>
      }
      {...{ title, description }}
      confirmLabel={label}
      onConfirm={erase}
    />
  );
}
