import { type Home, MATCHING_COUNTED, type Unseen } from '@guilde/contracts/home/rules.ts';
import { type Incident, isOpen, toolsOf } from '@guilde/contracts/incidents/rules.ts';
import { firstNameOf, memberName } from '@guilde/contracts/profiles/rules.ts';
import { type HelpRequest, HOME_SOS, type Sos } from '@guilde/contracts/sos/rules.ts';
import {
  Bell,
  BellRing,
  ChevronRight,
  CircleCheck,
  HandHelping,
  LifeBuoy,
  type LucideIcon,
  MessagesSquare,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { useIncidents } from '../incidents/data.ts';
import { IncidentCall } from '../incidents/incident-banner.tsx';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { NewsDot } from '../kit/count-badge.tsx';
import { plural } from '../kit/format.ts';
import { EmptyState } from '../kit/states.tsx';
import { paths } from '../paths.ts';
import { SosRow } from './sos-row.tsx';

type NowProps = Pick<
  Home,
  'unread' | 'helpRequests' | 'alerts' | 'matching' | 'forYou' | 'recentSos' | 'furtherSos' | 'hasUnreadTold'
> &
  Pick<Unseen, 'ownSos'>;

type Alert = Home['alerts'][number];

/** The list begins with what hurts most, and each thing has one row (docs/specification.md#home). */
export function Now(props: NowProps) {
  const { id: memberId } = useMember();
  const { data: incidents = [] } = useIncidents();
  const failing = incidents.filter(isOpen);
  const isBehindOutage = (sos: Sos) =>
    sos.author?.id !== memberId && failing.some((one) => isAbout(one, sos));
  const forYou = props.forYou.filter(
    (sos) => !isBehindOutage(sos) && !props.alerts.some(({ id }) => id === sos.id),
  );
  const recent = [...props.recentSos, ...props.furtherSos]
    .filter((sos) => !isBehindOutage(sos) && !props.ownSos.some(({ id }) => id === sos.id))
    .slice(0, HOME_SOS)
    .toSorted((a, b) => Number(a.author?.id === memberId) - Number(b.author?.id === memberId));
  const turns = turnsOf({ ...props, forYou, isMore: props.matching.count > props.forYou.length, incidents });
  const hasSos = [props.alerts, props.helpRequests, props.forYou, props.recentSos].some(
    ({ length }) => length > 0,
  );
  return (
    <section aria-label="Maintenant">
      <SectionHeader title="Maintenant">
        {hasSos && (
          <Button asChild variant="link" className="max-md:min-h-11">
            <Link to={paths.sos()}>Tous les SOS</Link>
          </Button>
        )}
      </SectionHeader>
      {turns.length === 0 && (
        <p className="mb-3 flex items-center gap-2.5 text-muted-foreground">
          <CircleCheck className="size-5 shrink-0 text-success" />
          Rien ne t’attend : tu as tout lu, et aucun SOS ouvert ne correspond à tes spécialités.
        </p>
      )}
      <Card className="divide-y overflow-hidden p-0 md:p-0">
        {turns.length > 0 && (
          <ul aria-label="À toi de jouer" className="divide-y">
            {turns}
          </ul>
        )}
        {recent.length > 0 && (
          <ul aria-label="SOS récents" className="divide-y">
            {recent.map((sos) => (
              <SosRow key={sos.id} sos={sos} />
            ))}
          </ul>
        )}
        <Link
          to={paths.notifications}
          className="flex min-h-11 items-center gap-2.5 px-4 py-2.5 text-sm text-primary hover:bg-muted focus-visible:-outline-offset-2 md:px-5"
        >
          <Bell className="size-4 shrink-0" />
          <span>Tout voir</span>
          <span className="text-muted-foreground">dans tes notifications</span>
          {props.hasUnreadTold && <NewsDot label="du nouveau" className="size-2" />}
        </Link>
      </Card>
      {!hasSos && (
        <EmptyState title="Aucun SOS pour l’instant" icon={<LifeBuoy />} className="py-10">
          Lance le premier.
        </EmptyState>
      )}
    </section>
  );
}

function isAbout(incident: Incident, { tool, title, excerpt }: Alert): boolean {
  return toolsOf({ tool, title, description: excerpt }).includes(incident.tool);
}

function turnsOf({
  ownSos,
  incidents,
  alerts,
  unread,
  helpRequests,
  forYou,
  isMore,
  matching,
}: NowProps & { incidents: readonly Incident[]; isMore: boolean }): ReactNode[] {
  const ofOutage = (sos: Alert) => incidents.some((incident) => isOpen(incident) && isAbout(incident, sos));
  return [
    ...ownSos.map((news) => <OwnSosTurn key={news.id} news={news} />),
    ...incidents.map((incident) => (
      <IncidentTurn
        key={incident.id}
        incident={incident}
        alerts={alerts.filter((sos) => isOpen(incident) && isAbout(incident, sos))}
      />
    )),
    ...alerts.filter((sos) => !ofOutage(sos)).map((sos) => <AlertTurn key={sos.id} sos={sos} />),
    ...(unread.total > 0 ? [<UnreadTurn key="unread" unread={unread} />] : []),
    ...helpRequests.map((request) => <HelpRequestTurn key={request.sos.id} {...request} />),
    ...forYou.map((sos) => <SosRow key={sos.id} sos={sos} />),
    ...(isMore ? [<MatchingTurn key="matching" matching={matching} />] : []),
  ];
}

/** Who asks the member because of the outage stands in its row. */
function IncidentTurn({ incident, alerts }: { incident: Incident; alerts: readonly Alert[] }) {
  return (
    <li
      data-open={isOpen(incident) || undefined}
      className="relative grid gap-2 px-4 py-3 before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-primary data-open:before:bg-accent md:px-5"
    >
      <IncidentCall incident={incident} heading={3} />
      {alerts.length > 0 && (
        <div className="grid text-sm">
          <p className="font-semibold">Ces SOS ont besoin de toi</p>
          {alerts.map((sos) => (
            <Link
              key={sos.id}
              to={paths.sosDetail(sos.id)}
              className="flex min-h-8 items-center rounded-sm text-primary-strong underline underline-offset-4 max-md:min-h-11"
            >
              <span className="truncate">{sos.title}</span>
            </Link>
          ))}
        </div>
      )}
    </li>
  );
}

function OwnSosTurn({ news: { id, title, kind, helper } }: { news: Unseen['ownSos'][number] }) {
  return (
    <Turn icon={LifeBuoy} to={paths.chat({ sos: id })}>
      <strong className="font-semibold">
        {kind === 'joined'
          ? `${firstNameOf(helper)} a rejoint ton SOS`
          : `L’équipe a ${kind === 'closed' ? 'fermé ton SOS' : 'marqué ton SOS comme résolu'}`}
      </strong>
      {'\u00a0: '}
      <span>{`«\u00a0${title}\u00a0»`}</span>
    </Turn>
  );
}

function UnreadTurn({ unread: { total, conversation } }: Pick<NowProps, 'unread'>) {
  const here = conversation?.unread ?? total;
  const elsewhere = total - here;
  return (
    <Turn icon={MessagesSquare} to={conversation ? paths.chatOf(conversation) : paths.chat()}>
      <strong className="font-semibold">{plural(here, 'message non lu', 'messages non lus')}</strong>
      {conversation && ' '}
      <span>{conversation && `dans « ${conversation.title} »`}</span>
      {elsewhere > 0 && <span className="text-muted-foreground">{`, et ${elsewhere} ailleurs`}</span>}
    </Turn>
  );
}

function HelpRequestTurn({ sos, requester }: HelpRequest) {
  return (
    <Turn icon={HandHelping} to={paths.sosDetail(sos.id)}>
      <strong className="font-semibold">{`${memberName(requester)} t’invite à aider`}</strong>
      {'\u00a0: '}
      <span>{`«\u00a0${sos.title}\u00a0»`}</span>
    </Turn>
  );
}

function AlertTurn({ sos }: { sos: Alert }) {
  return (
    <Turn icon={BellRing} to={paths.sosDetail(sos.id)}>
      <strong className="font-semibold">Un SOS a besoin de toi</strong>
      {'\u00a0: '}
      <span>{`«\u00a0${sos.title}\u00a0»`}</span>
    </Turn>
  );
}

function MatchingTurn({ matching: { count, first } }: Pick<NowProps, 'matching'>) {
  const alone = count === 1 && first;
  return (
    <Turn icon={LifeBuoy} to={alone ? paths.sosDetail(first.id) : paths.sos({ scope: 'matching' })}>
      <strong className="font-semibold">
        {count < MATCHING_COUNTED
          ? plural(count, 'SOS correspond', 'SOS correspondent')
          : `Plus de ${MATCHING_COUNTED - 1} SOS correspondent`}
      </strong>{' '}
      <span>à tes spécialités</span>
      {alone && <span className="text-muted-foreground">{` : « ${first.title} »`}</span>}
    </Turn>
  );
}

function Turn({ icon: Icon, to, children }: { icon: LucideIcon; to: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-14 items-center gap-3 px-4 py-2.5 transition-colors duration-150 hover:bg-muted focus-visible:-outline-offset-2 md:px-5"
      >
        <Icon className="size-5 shrink-0 text-primary" />
        <span className="line-clamp-3 min-w-0 flex-1 text-pretty">{children}</span>
        <ChevronRight className="size-4 shrink-0 text-muted-foreground" />
      </Link>
    </li>
  );
}
