import { HIDEABLE_FIELDS, type HideableField } from '@guilde/contracts/profiles/rules.ts';

type VisibleToProps = {
  field: HideableField;
  hidden: readonly HideableField[];
  onChange: (hidden: HideableField[]) => void;
};

const CHOICES = [
  { value: 'members', label: 'Vu par les membres' },
  { value: 'conversations', label: 'Vu par mes conversations' },
];

/** It stands at the end of the field’s label. */
export function VisibleTo({ field, hidden, onChange }: VisibleToProps) {
  const name = HIDEABLE_FIELDS.find(({ id }) => id === field)?.label;
  return (
    <select
      aria-label={`${name}\u00a0: visible par`}
      className="field-sizing-content rounded-sm bg-transparent text-sm text-muted-foreground hover:text-foreground"
      value={hidden.includes(field) ? 'conversations' : 'members'}
      onChange={({ target }) => {
        const others = hidden.filter((other) => other !== field);
        onChange(target.value === 'conversations' ? [...others, field] : others);
      }}
    >
      {CHOICES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
