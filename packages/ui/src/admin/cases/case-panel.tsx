import type { AdminCase } from '@guilde/contracts/cases/rules.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import {
  ALL_REASONS,
  caseTitle,
  REPORTED_AS,
  type ReportedContent,
} from '@guilde/contracts/reports/rules.ts';
import { useMember } from '../../auth/account.ts';
import { Button } from '../../kit/button.tsx';
import { formatDateTime, plural } from '../../kit/format.ts';
import { type Act, ActButton } from '../../kit/reason-dialog.tsx';
import { serverNow } from '../../kit/server-time.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type AdminTab, paths } from '../../paths.ts';
import { ActMenu } from '../act-menu.tsx';
import { acts, useAct } from '../acts.ts';
import { useCase } from '../data.ts';
import { MemberCell } from '../member-cell.tsx';
import { ownerFact } from '../owner-fact.tsx';
import { type FactList, Facts, type OpenRow, Panel, PanelLink, Part } from '../panel.tsx';
import { CaseContext } from './case-context.tsx';
import { ContestPart } from './contest-part.tsx';
import { DecisionFacts, DecisionLine } from './decision.tsx';
import { useMeasures } from './measure-acts.tsx';
import { journalNote } from './reasons.ts';
import { useRemoval } from './removal.tsx';

export function CasePanel(open: OpenRow) {
  return (
    <Panel<AdminCase>
      {...open}
      query={useCase(open.openId)}
      name="Dossier"
      failed="Erreur lors du chargement du dossier"
      title={titleOf}
      actions={(one) => !one.decision && <CaseActs one={one} onDeleted={open.onClose} />}
    >
      {(one) => <CaseContent one={one} />}
    </Panel>
  );
}

const NAMES = { event: 'Événement', deal: 'Deal', rating: 'SOS' };
const GONE = { event: 'Événement annulé.', deal: 'Deal annulé.', rating: 'Évaluation retirée.' };

const titleOf = ({ subject, member }: AdminCase) => caseTitle(subject, memberName(member));

function measured(member: NonNullable<AdminCase['member']>) {
  return { ...member, name: memberName(member) };
}

function CaseContent({ one }: { one: AdminCase }) {
  const isAdmin = useMember().role === 'admin';
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <MemberCell member={one.member} />
        {one.member?.suspendedAt && <StateBadge state="failed">Suspendu</StateBadge>}
        {!one.decision && <StateBadge state="waiting">À décider</StateBadge>}
      </div>
      <Facts facts={factsOf(one, isAdmin)} />
      <Reported one={one} />
      {one.reports.length > 0 && (
        <Part title={one.reports.length > 1 ? 'Signalements' : 'Signalement'}>
          <ul className="grid gap-2">
            {one.reports.map((report) => (
              <li key={report.id} className="grid gap-1 rounded-lg border bg-card px-3 py-2 text-sm">
                <span className="text-xs text-muted-foreground">
                  {`${memberName(report.reporter)}, ${formatDateTime(report.createdAt)} · ${optionLabel(ALL_REASONS, report.reason)}`}
                </span>
                <span className="break-words whitespace-pre-line">{report.description}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {one.decision && (
        <Part title="Décision">
          <DecisionFacts decision={one.decision} />
        </Part>
      )}
      {one.decision?.contest && <ContestPart one={one} contest={one.decision.contest} />}
      <History one={one} />
    </>
  );
}

function factsOf({ openedAt, member, message, content, subject }: AdminCase, isAdmin: boolean): FactList {
  return [
    ['Ouvert', formatDateTime(openedAt)],
    ['Boutique', member?.storeName || '—'],
    isAdmin && member && ['Compte', linkTo('users', member.id, 'Ouvrir le compte')],
    message && ['Écrit', formatDateTime(message.sentAt)],
    message && ownerFact(message),
    isAdmin &&
      message &&
      !message.isDeleted && ['Message', linkTo('messages', message.id, 'Ouvrir le message')],
    isAdmin && content && contentFact(content, kindOf(subject)),
  ];
}

function kindOf(subject: AdminCase['subject']): ReportedContent {
  return subject === 'message' || subject === 'member' ? 'event' : subject;
}

function contentFact({ id, title }: { id: string; title: string }, kind: ReportedContent) {
  if (kind === 'rating') return [NAMES[kind], title] as const;
  const link = kind === 'deal' ? linkTo('queue', `deal.${id}`, title) : linkTo('events', id, title);
  return [NAMES[kind], link] as const;
}

function linkTo(tab: AdminTab, id: string, text: string) {
  return (
    <PanelLink key={tab} to={paths.admin(tab, id)}>
      {text}
    </PanelLink>
  );
}

function Reported({ one }: { one: AdminCase }) {
  const { subject, message, content } = one;
  if (subject === 'member') return null;
  const quotes = [...new Set(one.reports.flatMap(({ quote }) => quote ?? []))];
  return (
    <Part title={REPORTED_AS[subject]}>
      {quotes.length === 0 && <Gone>Le texte est effacé, puisque le dossier est clos.</Gone>}
      {quotes.map((quote) => (
        <blockquote
          key={quote}
          className="border-l-2 border-accent pl-3 text-sm break-words whitespace-pre-line"
        >
          {quote}
        </blockquote>
      ))}
      {message?.isDeleted && <Gone>Ce message a été supprimé depuis.</Gone>}
      {content?.isCancelled && <Gone>{GONE[kindOf(subject)]}</Gone>}
      {message && <CaseContext caseId={one.id} />}
      {subject === 'message' && !message && <Gone>La conversation n’existe plus.</Gone>}
    </Part>
  );
}

function isPast(endsAt: string | null): boolean {
  return endsAt !== null && Date.parse(endsAt) <= serverNow();
}

function Gone({ children }: { children: string }) {
  return <p className="text-sm text-muted-foreground">{children}</p>;
}

function History({ one }: { one: AdminCase }) {
  if (!one.member) return null;
  return (
    <Part title="Avant ce dossier">
      {one.history.length === 0 && one.formerReports === 0 ? (
        <p className="text-sm text-muted-foreground">Aucun signalement, aucune décision.</p>
      ) : (
        <>
          <p className="text-sm text-muted-foreground">
            {one.formerReports === 0
              ? 'Aucun signalement traité.'
              : `${plural(one.formerReports, 'signalement traité', 'signalements traités')}.`}
          </p>
          <ul className="grid gap-2">
            {one.history.map((decision) => (
              <DecisionLine key={decision.id} decision={decision} />
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

/** Returns null where the reported content is gone, cancelled or over. */
function removableOf({ id: caseId, subject, message, content, member }: AdminCase) {
  if (message && member && !message.isDeleted)
    return { kind: 'message' as const, id: message.id, ownerId: member.id, caseId };
  if (!content || content.isCancelled || isPast(content.endsAt)) return null;
  return { ...content, kind: kindOf(subject), caseId };
}

function CaseActs({ one, onDeleted }: { one: AdminCase; onDeleted: () => void }) {
  const close = useAct(acts.closeCase);
  const measures = useMeasures({ member: one.member && measured(one.member), caseId: one.id, onDeleted });
  const removal = useRemoval(removableOf(one));
  const settled: Act = {
    label: 'Réglé sans mesure',
    title: 'Clore ce dossier sans mesure\u202f?',
    description:
      'Le problème est réglé, par exemple parce que le message a été supprimé. L’auteur du signalement est informé.',
    reason: journalNote,
    onConfirm: (reason) => close.run({ id: one.id, outcome: 'settled', reason }),
  };
  return (
    <>
      <ActMenu acts={[settled, ...measures, ...removal]} trigger={<Button size="sm">Décider…</Button>} />
      <ActButton
        label="Classer sans suite"
        title={'Classer ce dossier sans suite\u202f?'}
        description="Rien n’est reproché à la personne, qui n’en saura rien. L’auteur du signalement est informé."
        reason={journalNote}
        onConfirm={(reason) => close.run({ id: one.id, outcome: 'dismissed', reason })}
      />
    </>
  );
}
