import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { DialogClose, DialogFooter } from '../../kit/dialog.tsx';
import { Field } from '../../kit/field.tsx';
import { Input } from '../../kit/input.tsx';
import { usePlatform } from '../../platform.ts';

/** The server shows a key or a secret in one answer only. */
export function SecretOnce({ label, value }: { label: string; value: string }) {
  const platform = usePlatform();
  return (
    <div className="grid gap-4">
      <Field label={label} hint={'Copie-la maintenant\u00a0: elle ne sera plus affichée.'}>
        <Input readOnly value={value} className="font-mono" onFocus={(event) => event.target.select()} />
      </Field>
      <DialogFooter>
        <CopyButton size="default" copy={() => platform.copyText(value)} />
        <DialogClose asChild>
          <Button>Terminé</Button>
        </DialogClose>
      </DialogFooter>
    </div>
  );
}
