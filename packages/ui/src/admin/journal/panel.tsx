import { AUDIT_SUBJECTS, type AuditDetail, type AuditEntry } from '@guilde/contracts/audit/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { ArrowRight } from 'lucide-react';
import { formatDateTime } from '../../kit/format.ts';
import { paths } from '../../paths.ts';
import { useJournalEntry } from '../data.ts';
import type { ListAddress } from '../list-address.ts';
import { Facts, Panel, Part, PlaceButton } from '../panel.tsx';
import { actionText, type Change, changesOf } from './labels.ts';

export function JournalPanel({ address }: { address: ListAddress }) {
  const entry = useJournalEntry(address.openId);
  return (
    <Panel<AuditDetail>
      openId={address.openId}
      onClose={address.close}
      query={entry}
      name="Acte"
      title={({ action }) => actionText(action)}
      failed="Erreur lors du chargement du journal"
      actions={(shown) => <Elsewhere entry={shown} address={address} />}
    >
      {(shown) => <Act entry={shown} />}
    </Panel>
  );
}

function Act({ entry }: { entry: AuditDetail }) {
  const changes = changesOf(entry);
  return (
    <>
      <Facts
        facts={[
          ['Par', entry.actorName],
          [
            'Le',
            <time key="moment" dateTime={entry.createdAt}>
              {formatDateTime(entry.createdAt)}
            </time>,
          ],
          entry.subjectType !== 'journal' && [
            optionLabel(AUDIT_SUBJECTS, entry.subjectType),
            entry.subjectLabel,
          ],
        ]}
      />
      <Part title="Motif">
        <p className="text-sm whitespace-pre-line wrap-anywhere">{entry.reason || 'Aucun motif donné.'}</p>
      </Part>
      <Part title="Ce qui a changé">
        {changes.length === 0 ? (
          <p className="text-sm text-muted-foreground">Aucun autre détail.</p>
        ) : (
          <ul className="grid gap-px overflow-hidden rounded-lg border bg-border">
            {changes.map((change) => (
              <li key={change.name} className="grid gap-1 bg-card px-3 py-2.5 text-sm">
                <span className="text-xs font-medium text-muted-foreground">{change.label}</span>
                <ChangeText change={change} />
              </li>
            ))}
          </ul>
        )}
      </Part>
    </>
  );
}

function ChangeText({ change: { before, after } }: { change: Change }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
      {before !== null && (
        <del className={after === null ? 'no-underline' : 'text-muted-foreground'}>
          <span className="sr-only">{'Avant\u00a0: '}</span>
          <span>{before}</span>
        </del>
      )}
      {before !== null && after !== null && <ArrowRight className="size-4 text-muted-foreground" />}
      {after !== null && (
        <ins className="font-medium no-underline">
          <span className="sr-only">{'Après\u00a0: '}</span>
          <span>{after}</span>
        </ins>
      )}
    </span>
  );
}

const PLACES = {
  user: (id: string) => paths.admin('users', id),
  sos: (id: string) => paths.admin('sos', id),
  message: (id: string) => paths.admin('messages', id),
  summary: (id: string) => paths.admin('summaries', id),
  contact: (id: string) => paths.admin('contact', id),
} as const;

function Elsewhere({ entry, address }: { entry: AuditEntry; address: ListAddress }) {
  const { subjectType, subjectId } = entry;
  const place = subjectType in PLACES ? PLACES[subjectType as keyof typeof PLACES] : null;
  const isGone = entry.action.endsWith('.delete') && subjectType !== 'message';
  return (
    <>
      {place && !isGone && (
        <PlaceButton variant="outline" to={place(subjectId)}>
          <span className="truncate">{`Ouvrir\u00a0: ${entry.subjectLabel}`}</span>
        </PlaceButton>
      )}
      <PlaceButton variant="outline" to={address.listPath({ subject: subjectId })}>
        Tous les actes sur le même objet
      </PlaceButton>
    </>
  );
}
