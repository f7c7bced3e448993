import type { AuditFilters } from '@guilde/contracts/audit/input.ts';
import { AUDIT_ACTIONS, type AuditPage } from '@guilde/contracts/audit/rules.ts';
import { Field } from '../../kit/field.tsx';
import { ActiveFilters } from '../../kit/filter-bar.tsx';
import { Input } from '../../kit/input.tsx';
import { toOptions } from '../../kit/options.ts';
import { Select } from '../../kit/select.tsx';
import type { ListAddress } from '../list-address.ts';

export function JournalFilters({
  address,
  filters,
  actors,
}: {
  address: ListAddress;
  filters: AuditFilters;
  actors: AuditPage['actors'];
}) {
  const { action, actor, from, to, subject } = filters;
  return (
    <div className="mb-4 grid gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Field label="Acte">
          <Select
            options={ACTIONS}
            value={action}
            onChange={({ target }) => address.change({ action: orNull(target.value, 'acts') })}
          />
        </Field>
        <Field label="Par">
          <Select
            placeholder="Tout le monde"
            options={actorOptions(actors, actor)}
            value={actor}
            onChange={({ target }) => address.change({ actor: orNull(target.value) })}
          />
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
        <ActiveFilters active={[{ ...ONE_SUBJECT, onRemove: () => address.change({ subject: null }) }]} />
      )}
    </div>
  );
}

const ONE_SUBJECT = { key: 'subject', label: 'Un seul objet', removeLabel: 'Voir tout le journal' };

const ACTIONS = [
  { value: 'acts', label: 'Tous les actes' },
  { value: 'readings', label: 'Toutes les consultations' },
  ...toOptions(AUDIT_ACTIONS),
];

function actorOptions(actors: AuditPage['actors'], chosen: string) {
  const known = actors.map(({ id, name }) => ({ value: id, label: name }));
  const isOther = chosen !== '' && !actors.some(({ id }) => id === chosen);
  return isOther ? [{ value: chosen, label: 'Une autre personne' }, ...known] : known;
}

/** A filter that shows everything is left out of the address. */
function orNull(value: string, all = ''): string | null {
  return value === all ? null : value;
}
