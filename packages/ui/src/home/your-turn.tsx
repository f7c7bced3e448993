import { type Home, MATCHING_COUNTED, type Unseen } from '@guilde/contracts/home/rules.ts';
import { firstNameOf, memberName } from '@guilde/contracts/profiles/rules.ts';
import type { HelpRequest } from '@guilde/contracts/sos/rules.ts';
import {
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
import { Card, SectionHeader } from '../kit/card.tsx';
import { plural } from '../kit/format.ts';
import { paths } from '../paths.ts';
import { SosRows } from './sos-rows.tsx';

type YourTurnProps = Pick<Home, 'unread' | 'helpRequests' | 'alerts' | 'matching' | 'forYou'> &
  Pick<Unseen, 'ownSos'>;

export function YourTurn({ ownSos, unread, helpRequests, alerts, matching, forYou }: YourTurnProps) {
  const others = forYou.filter(({ id }) => !alerts.some((alert) => alert.id === id));
  return (
    <section aria-label="À toi de jouer">
      <SectionHeader title="À toi de jouer" />
      {ownSos.length + unread.total + helpRequests.length + alerts.length + matching.count + forYou.length ===
      0 ? (
        <p className="flex items-center gap-2.5 text-muted-foreground">
          <CircleCheck aria-hidden strokeWidth={1.75} className="size-5 shrink-0 text-success" />
          Rien ne t’attend : tu as tout lu, et aucun SOS ouvert ne correspond à tes spécialités.
        </p>
      ) : (
        <div className="grid grid-cols-1 gap-2">
          <ul className="grid grid-cols-1 gap-2 empty:hidden">
            {ownSos.map((news) => (
              <OwnSosTurn key={news.id} news={news} />
            ))}
            {alerts.map((sos) => (
              <AlertTurn key={sos.id} sos={sos} />
            ))}
            {unread.total > 0 && <UnreadTurn unread={unread} />}
            {helpRequests.map((request) => (
              <HelpRequestTurn key={request.sos.id} {...request} />
            ))}
            {matching.count > forYou.length && <MatchingTurn matching={matching} />}
          </ul>
          {others.length > 0 && <SosRows list={others} label="SOS pour toi" />}
        </div>
      )}
    </section>
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
      {`\u00a0: «\u00a0${title}\u00a0»`}
    </Turn>
  );
}

function UnreadTurn({ unread: { total, conversation } }: Pick<YourTurnProps, 'unread'>) {
  const here = conversation?.unread ?? total;
  const elsewhere = total - here;
  return (
    <Turn icon={MessagesSquare} to={paths.chat({ sos: conversation?.sosId })}>
      <strong className="font-semibold">{plural(here, 'message non lu', 'messages non lus')}</strong>
      {conversation && ` dans « ${conversation.title} »`}
      {elsewhere > 0 && <span className="text-muted-foreground">{`, et ${elsewhere} ailleurs`}</span>}
    </Turn>
  );
}

function HelpRequestTurn({ sos, requester }: HelpRequest) {
  return (
    <Turn icon={HandHelping} to={paths.sosDetail(sos.id)}>
      <strong className="font-semibold">{memberName(requester)} t’invite à aider</strong>
      {`\u00a0: «\u00a0${sos.title}\u00a0»`}
    </Turn>
  );
}

function AlertTurn({ sos }: { sos: Home['alerts'][number] }) {
  return (
    <Turn icon={BellRing} to={paths.sosDetail(sos.id)}>
      <strong className="font-semibold">Un SOS a besoin de toi</strong>
      {`\u00a0: «\u00a0${sos.title}\u00a0»`}
    </Turn>
  );
}

function MatchingTurn({ matching: { count, first } }: Pick<YourTurnProps, 'matching'>) {
  const alone = count === 1 && first;
  return (
    <Turn icon={LifeBuoy} to={alone ? paths.sosDetail(first.id) : paths.sos({ scope: 'matching' })}>
      <strong className="font-semibold">
        {count < MATCHING_COUNTED
          ? plural(count, 'SOS correspond', 'SOS correspondent')
          : `Plus de ${MATCHING_COUNTED - 1} SOS correspondent`}
      </strong>
      {' à tes spécialités'}
      {alone && <span className="text-muted-foreground">{` : « ${first.title} »`}</span>}
    </Turn>
  );
}

function Turn({ icon: Icon, to, children }: { icon: LucideIcon; to: string; children: ReactNode }) {
  return (
    <li>
      <Card asChild interactive edge="primary" className="flex min-h-14 items-center gap-3 py-3 md:py-3">
        <Link to={to}>
          <Icon aria-hidden strokeWidth={1.75} className="size-5 shrink-0 text-primary" />
          <span className="line-clamp-3 min-w-0 flex-1 text-pretty">{children}</span>
          <ChevronRight aria-hidden strokeWidth={1.75} className="size-4 shrink-0 text-muted-foreground" />
        </Link>
      </Card>
    </li>
  );
}
