import type { profileInput } from '@guilde/contracts/profiles/input.ts';
import { HIDEABLE_FIELDS, type HideableField, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { type Control, useController } from 'react-hook-form';
import type { z } from 'zod';

export type ProfileControl = Control<z.input<typeof profileInput>, unknown, z.output<typeof profileInput>>;

/** It stands at the end of the field’s label. */
export function VisibleTo({ control, field }: { control: ProfileControl; field: HideableField }) {
  const { value: hidden = [], onChange } = useController({ control, name: 'conversationsOnly' }).field;
  return (
    <select
      aria-label={`${optionLabel(HIDEABLE_FIELDS, field)}\u00a0: visible par`}
      className="field-sizing-content rounded-sm max-md:-ml-1 bg-transparent text-sm text-muted-foreground hover:text-foreground"
      value={hidden.includes(field) ? 'conversations' : 'members'}
      onChange={({ target }) => {
        const others = hidden.filter((other) => other !== field);
        onChange(target.value === 'conversations' ? [...others, field] : others);
      }}
    >
      <option value="members">Vu par les membres</option>
      <option value="conversations">Vu par mes conversations</option>
    </select>
  );
}
