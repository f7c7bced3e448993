import { AUDIT_ACTIONS, type AuditPage } from '@guilde/contracts/audit/rules.ts';
import { RemovableChip } from '../../kit/chips.tsx';
import { Field } from '../../kit/field.tsx';
import { Input } from '../../kit/input.tsx';
import { Select } from '../../kit/select.tsx';
import type { ListAddress } from '../list-address.ts';
import type { JournalAddress } from './address.ts';

export function JournalFilters({
  address,
  filters,
  actors,
}: {
  address: ListAddress;
  filters: JournalAddress;
  actors: AuditPage['actors'];
}) {
  const { action, actor, from, to, subject } = filters;
  return (
    <div className="mb-4 grid gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Field label="Acte">
          <Select
            value={action}
            onChange={({ target }) => address.change({ action: orNull(target.value, 'acts') })}
          >
            <option value="acts">Tous les actes</option>
            <option value="readings">Toutes les consultations</option>
            {AUDIT_ACTIONS.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Par">
          <Select value={actor} onChange={({ target }) => address.change({ actor: orNull(target.value) })}>
            <option value="">Tout le monde</option>
            {actor && !actors.some(({ id }) => id === actor) && (
              <option value={actor}>Une autre personne</option>
            )}
            {actors.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Du">
          <Input
            type="date"
            value={from}
            max={to || undefined}
            onChange={({ target }) => address.change({ from: orNull(target.value) })}
          />
        </Field>
        <Field label="Au">
          <Input
            type="date"
            value={to}
            min={from || undefined}
            onChange={({ target }) => address.change({ to: orNull(target.value) })}
          />
        </Field>
      </div>
      {subject && (
        <ul aria-label="Filtres actifs" className="flex flex-wrap gap-1.5">
          <li>
            <RemovableChip
              removeLabel="Voir tout le journal"
              onRemove={() => address.change({ subject: null })}
            >
              Un seul objet
            </RemovableChip>
          </li>
        </ul>
      )}
    </div>
  );
}

/** A filter that shows everything is left out of the address. */
function orNull(value: string, all = ''): string | null {
  return value === all ? null : value;
}
