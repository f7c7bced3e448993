import { quietHoursInput } from '@guilde/contracts/settings/input.ts';
import { PROPOSED_QUIET_HOURS, type QuietHours } from '@guilde/contracts/settings/rules.ts';
import { fieldErrors } from '@guilde/contracts/validation.ts';
import { useState } from 'react';
import { Switch } from '../kit/checkbox.tsx';
import { Field, RequiredFields } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';

/** Times are saved on blur, because a half-typed one must not be. */
export function QuietHoursFields({
  quietHours,
  onChange,
}: {
  quietHours: QuietHours | null;
  onChange: (quietHours: QuietHours | null) => void;
}) {
  return (
    <div className="grid gap-3">
      <Switch
        label="Heures calmes"
        description="Aucune notification pendant ces heures."
        checked={quietHours !== null}
        onChange={(on) => onChange(on ? PROPOSED_QUIET_HOURS : null)}
      />
      {quietHours && <Times quietHours={quietHours} onChange={onChange} />}
    </div>
  );
}

function Times({
  quietHours,
  onChange,
}: {
  quietHours: QuietHours;
  onChange: (quietHours: QuietHours) => void;
}) {
  const [draft, setDraft] = useState<Partial<QuietHours>>({});
  const shown = { ...quietHours, ...draft };
  const { success, error } = quietHoursInput.safeParse(shown);
  const errors = fieldErrors(error?.issues ?? []);
  const save = () => {
    if (!success) return;
    if (shown.from !== quietHours.from || shown.to !== quietHours.to) onChange(shown);
    setDraft({});
  };
  return (
    <div className="grid max-w-sm grid-cols-2 gap-3 pb-2 md:ml-12 [&>p]:col-span-full">
      <RequiredFields>
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={labels[end]} error={errors[end]}>
            <Input
              type="time"
              value={shown[end]}
              onChange={(event) => setDraft({ ...draft, [end]: event.target.value })}
              onBlur={save}
            />
          </Field>
        ))}
      </RequiredFields>{' '}
    </div>
  );
}

const labels = { from: 'De', to: 'À' };
