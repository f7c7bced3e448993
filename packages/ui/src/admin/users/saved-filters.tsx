import {
  type MemberFilters,
  SAVED_FILTER_NAME_MAX,
  type SavedFilter,
} from '@guilde/contracts/member-filters/rules.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { Bookmark, BookmarkPlus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../kit/button.tsx';
import { cn } from '../../kit/cn.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../kit/dialog.tsx';
import { Field } from '../../kit/field.tsx';
import { Input } from '../../kit/input.tsx';
import { paths } from '../../paths.ts';
import { acts, useAct } from '../acts.ts';
import { useSavedFilters } from '../data.ts';

/** Returns the address parameters of these filters. */
export function filterParams(filters: Omit<MemberFilters, 'q' | 'sponsor'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== '' && value !== 'all' && value !== 'newest'),
  );
}

/** Links to the filters of the team, and saves the present one under a name. */
export function SavedFilters({
  filters: { q: _q, sponsor: _sponsor, ...filters },
}: {
  filters: MemberFilters;
}) {
  const { data: saved = [] } = useSavedFilters();
  const present = JSON.stringify(filterParams(filters));
  const isPresent = (one: SavedFilter) => JSON.stringify(filterParams(one.filters)) === present;
  const isNew = present !== '{}' && !saved.some(isPresent);
  if (saved.length === 0 && !isNew) return null;
  return (
    // Phones have one line that scrolls, because thirty filters would push the list out of sight.
    <div className="mb-4 flex items-center gap-2 [scrollbar-width:none] max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:flex-wrap">
      <ul aria-label="Mes filtres" className="contents">
        {saved.map((one) => (
          <li key={one.id} className="shrink-0">
            <SavedFilterChip saved={one} isPresent={isPresent(one)} />
          </li>
        ))}
      </ul>
      {isNew && <SaveFilterButton filters={filters} />}
    </div>
  );
}

function SavedFilterChip({ saved, isPresent }: { saved: SavedFilter; isPresent: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useAct(acts.deleteFilter);
  return (
    <span
      className={cn(
        'inline-flex min-h-9 items-center rounded-full border text-sm max-md:min-h-11 max-md:whitespace-nowrap',
        isPresent && 'border-primary bg-primary-soft',
      )}
    >
      <Link
        to={paths.admin('users', undefined, filterParams(saved.filters))}
        replace
        aria-current={isPresent ? 'true' : undefined}
        className="flex min-h-9 items-center gap-1.5 rounded-full pl-3 font-medium wrap-anywhere max-md:min-h-11"
      >
        <Bookmark className="size-4 shrink-0 text-muted-foreground" />
        <span>{saved.name}</span>
      </Link>
      <button
        type="button"
        aria-label={`Supprimer le filtre ${saved.name}`}
        className="flex size-9 items-center justify-center rounded-full text-muted-foreground hover:text-foreground max-md:size-11"
        onClick={() => setAsking(true)}
      >
        <X className="size-4" />
      </button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Supprimer le filtre «\u00a0${saved.name}\u00a0»\u202f?`}
        description="Tous les administrateurs le perdent. Les membres ne changent pas."
        confirmLabel="Supprimer"
        destructive
        onConfirm={() => remove.run({ id: saved.id })}
      />
    </span>
  );
}

function SaveFilterButton({ filters }: { filters: Omit<MemberFilters, 'q' | 'sponsor'> }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [id] = useState(newUuid);
  const [isMissing, setMissing] = useState(false);
  const { run, isPending } = useAct(acts.saveFilter);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setMissing(true);
    await run({ id, name, filters });
    setOpen(false);
  };
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost" size="sm" className="shrink-0">
          <BookmarkPlus />
          Enregistrer ce filtre
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Enregistrer ce filtre"
        description="Tous les administrateurs le retrouvent au-dessus de la liste. La recherche n’en fait pas partie."
        size="sm"
      >
        <form noValidate className="grid gap-4" onSubmit={(event) => void save(event).catch(() => undefined)}>
          <Field label="Nom" error={isMissing && 'Ce champ est requis.'}>
            <Input
              value={name}
              maxLength={SAVED_FILTER_NAME_MAX}
              onChange={(event) => {
                setName(event.target.value);
                setMissing(false);
              }}
            />
          </Field>
          <DialogFooter>
            <Button variant="outline" onClick={() => setOpen(false)}>
              Annuler
            </Button>
            <Button type="submit" loading={isPending}>
              Enregistrer
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
