import type { AdminOverview } from '@guilde/contracts/admin/rules.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber, plural } from '../../kit/format.ts';
import { Progress } from '../../kit/progress.tsx';
import { paths } from '../../paths.ts';
import { costText, durationText, rateText } from '../labels.ts';

export function OverviewFigures({ overview }: { overview: AdminOverview }) {
  return (
    <section aria-label="Chiffres">
      <h2 className="sr-only">Chiffres</h2>
      <div className="grid gap-px overflow-hidden rounded-lg border bg-border sm:grid-cols-2 sm:[&>:last-child]:col-span-full xl:grid-cols-3">
        <Members members={overview.members} />
        <Activation activation={overview.activation} />
        <ActiveMembers active={overview.activeMembers} />
        <FirstHelper firstHelper={overview.firstHelper} />
        <Resolution resolution={overview.resolution} />
        <Spending ai={overview.ai} />
        <Alerts alerts={overview.alerts} />
      </div>
    </section>
  );
}

function Figure({
  label,
  value,
  to,
  children,
}: {
  label: string;
  value: string;
  to: string;
  children: ReactNode;
}) {
  return (
    <div className="grid content-start gap-1 bg-card p-4 md:p-5">
      <h3 className="font-sans text-sm font-medium tracking-normal text-muted-foreground">{label}</h3>
      <p className="font-title text-3xl leading-tight font-bold tracking-tight tabular-nums">
        <NumberLink to={to} label={`${label}\u00a0: ${value}`}>
          {value}
        </NumberLink>
      </p>
      <div className="text-sm text-muted-foreground">{children}</div>
    </div>
  );
}

function NumberLink({ to, label, children }: { to: string; label?: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      {...(label ? { 'aria-label': label } : {})}
      className="rounded-sm decoration-input decoration-1 underline-offset-4 hover:underline max-md:inline-flex max-md:min-h-6 max-md:items-center"
    >
      {children}
    </Link>
  );
}

function Parts({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap gap-x-3 gap-y-1">{children}</p>;
}

function Members({ members }: Pick<AdminOverview, 'members'>) {
  const users = (filter: string) => paths.admin('users', undefined, { filter });
  return (
    <Figure label="Membres" value={formatNumber(members.total)} to={paths.admin('users')}>
      <Parts>
        <NumberLink
          to={paths.admin('users')}
        >{`+${formatNumber(members.new30)} en 30\u00a0jours`}</NumberLink>
        <NumberLink to={users('suspended')}>{plural(members.suspended, 'suspendu')}</NumberLink>
        <NumberLink to={users('admins')}>{plural(members.admins, 'administrateur')}</NumberLink>
        <span>{`conditions acceptées\u00a0: ${formatNumber(members.termsAccepted)} sur ${formatNumber(members.total)}`}</span>
      </Parts>
    </Figure>
  );
}

function Activation({ activation }: Pick<AdminOverview, 'activation'>) {
  const left = activation.accounts - activation.complete;
  const incomplete = paths.admin('users', undefined, { filter: 'incomplete' });
  return (
    <Figure label="Activation" value={rateText(activation.rate)} to={incomplete}>
      <Parts>
        <NumberLink to={paths.admin('users')}>
          {`${plural(activation.complete, 'profil complété', 'profils complétés')} sur ${formatNumber(activation.accounts)} en 90\u00a0jours`}
        </NumberLink>
        {left > 0 && <NumberLink to={incomplete}>{plural(left, 'incomplet')}</NumberLink>}
      </Parts>
    </Figure>
  );
}

function ActiveMembers({ active }: { active: AdminOverview['activeMembers'] }) {
  return (
    <Figure label="Membres actifs ce mois" value={formatNumber(active.month)} to={paths.admin('users')}>
      <Parts>
        <NumberLink to={paths.admin('users')}>{`${formatNumber(active.week)} en 7\u00a0jours`}</NumberLink>
        <NumberLink to={paths.admin('users')}>{`${formatNumber(active.day)} en 24\u00a0heures`}</NumberLink>
      </Parts>
    </Figure>
  );
}

function FirstHelper({ firstHelper }: Pick<AdminOverview, 'firstHelper'>) {
  return (
    <Figure
      label="Délai médian de première réponse"
      value={durationText(firstHelper.medianMs)}
      to={paths.admin('sos')}
    >
      <Parts>
        {firstHelper.p90Ms !== null && (
          <NumberLink to={paths.admin('sos')}>
            {`${durationText(firstHelper.p90Ms)} au plus 9\u00a0fois sur\u00a010`}
          </NumberLink>
        )}
        <NumberLink to={paths.admin('sos')}>
          {`${formatNumber(firstHelper.answered)} SOS avec réponse sur ${formatNumber(firstHelper.posted)} en 90\u00a0jours`}
        </NumberLink>
        {firstHelper.posted > 0 && (
          <NumberLink to={paths.admin('sos', undefined, { status: 'unhelped' })}>
            {`${rateText(1 - firstHelper.answered / firstHelper.posted)} sans aucune aide`}
          </NumberLink>
        )}
      </Parts>
    </Figure>
  );
}

function Alerts({ alerts }: Pick<AdminOverview, 'alerts'>) {
  const to = paths.admin('sos');
  return (
    <Figure label="Demandes d’aide en 7 jours" value={formatNumber(alerts.sent)} to={to}>
      <Parts>
        <span>{plural(alerts.opened, 'ouverte', 'ouvertes')}</span>
        <span>{plural(alerts.members, 'membre prévenu', 'membres prévenus')}</span>
        {alerts.members > 0 && (
          <span>{`${formatNumber(alerts.median)} par membre (médiane), ${formatNumber(alerts.highest)} au plus`}</span>
        )}
      </Parts>
    </Figure>
  );
}

function Resolution({ resolution }: Pick<AdminOverview, 'resolution'>) {
  const resolved = paths.admin('sos', undefined, { status: 'resolved' });
  const closed = paths.admin('sos', undefined, { status: 'closed' });
  return (
    <Figure label="Taux de résolution" value={rateText(resolution.rate)} to={resolved}>
      <Parts>
        <NumberLink to={resolved}>{plural(resolution.resolved, 'résolu')}</NumberLink>
        <NumberLink to={closed}>
          {`${plural(resolution.ended - resolution.resolved, 'fermé')} sans résolution en 90\u00a0jours`}
        </NumberLink>
      </Parts>
    </Figure>
  );
}

function Spending({ ai }: Pick<AdminOverview, 'ai'>) {
  const to = paths.admin('summaries');
  return (
    <Figure label="Dépenses d’IA du mois" value={costText(ai.spent)} to={to}>
      <Parts>
        <NumberLink to={to}>{plural(ai.calls, 'appel')}</NumberLink>
        {ai.budget !== null && <span>{`sur un budget de ${costText(ai.budget)}`}</span>}
      </Parts>
      {ai.budget !== null && ai.budget > 0 && (
        <Progress
          value={Math.min(ai.spent, ai.budget)}
          max={ai.budget}
          label="Part du budget dépensée"
          className="mt-2"
        />
      )}
    </Figure>
  );
}
