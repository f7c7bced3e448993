import { Link } from 'react-router-dom';
import { Button } from '../../../kit/button.tsx';
import { SectionHeader } from '../../../kit/card.tsx';
import { formatShortDate, plural } from '../../../kit/format.ts';
import { paths } from '../../../paths.ts';
import { useBatches } from '../../data.ts';
import { rowsOf } from '../../list.tsx';

/** Nothing is shown before the first list was sent. */
export function BatchList() {
  const list = useBatches({});
  const batches = rowsOf(list);
  if (batches.length === 0) return null;
  return (
    <section aria-label="Listes envoyées" className="max-w-3xl">
      <SectionHeader title="Listes envoyées" />
      <ul className="divide-y overflow-hidden rounded-lg border bg-card">
        {batches.map(({ id, title, authorName, createdAt, invited }) => (
          <li key={id}>
            <Link
              to={paths.admin('invitations', id, { view: 'bulk' })}
              className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-2.5 text-sm hover:bg-muted"
            >
              <span className="font-medium wrap-anywhere">{title}</span>{' '}
              <span className="text-muted-foreground">
                {[plural(invited, 'invitation'), authorName, formatShortDate(createdAt)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Afficher la suite
        </Button>
      )}
    </section>
  );
}
