import { OPENING_HOURS } from '@guilde/contracts/admin/rules.ts';
import { BULK_INVITATION_DAYS } from '@guilde/contracts/bulk-invitations/rules.ts';
import { MAX_PARTICIPANTS } from '@guilde/contracts/conversations/rules.ts';
import type { Company } from '@guilde/contracts/information/rules.ts';
import {
  INITIAL_INVITATIONS,
  INVITATION_DAYS,
  INVITATION_KEPT_DAYS,
} from '@guilde/contracts/invitations/rules.ts';
import { formatSiren } from '@guilde/contracts/profiles/rules.ts';
import { PUSH_SERVICES } from '@guilde/contracts/pushes/rules.ts';
import { RATINGS_PUBLISHED_TOGETHER } from '@guilde/contracts/ratings/rules.ts';
import { ARTICLE_RULE, CONDUCT_RULES, EVENT_RULE } from '@guilde/contracts/reports/conduct.ts';
import { PERIODS, periodWords } from '@guilde/contracts/retention/periods.ts';
import { KEPT, RETENTION, type RetentionRule, retentionWords } from '@guilde/contracts/retention/rules.ts';
import type { ReactNode } from 'react';
import { plural } from '../kit/format.ts';
import { DocumentTable } from './document-table.tsx';
import { CompanyEmail, Fact, Seat, WithEmail } from './legal/fact.tsx';

const OR = new Intl.ListFormat('fr-FR', { type: 'disjunction' });

const KEPT_PERIODS = [
  ...Object.values(KEPT).map(({ data, kept }) => [data, kept] as const),
  ...(Object.keys(RETENTION) as RetentionRule[]).map(
    (rule) => [RETENTION[rule].data, retentionWords(rule)] as const,
  ),
];

/** Texts of this folder name these values between braces; they come from rules and the configuration. */
export const VALUES: Readonly<Record<string, ReactNode>> = {
  name: fact(({ name }) => name),
  capital: fact(({ capital }) => capital),
  address: fact(({ address }) => address),
  seat: <Seat />,
  siren: fact(({ siren }) => siren && formatSiren(siren)),
  rcs: fact(({ rcs }) => rcs),
  vat: fact(({ vat }) => vat),
  director: fact(({ director }) => director),
  phone: fact(({ phone }) => phone),
  email: <CompanyEmail />,
  emailOr: (
    <WithEmail>
      {(address) => (
        <>
          <span>{address}</span>
          <span> ou </span>
        </>
      )}
    </WithEmail>
  ),
  orEmail: (
    <WithEmail>
      {(address) => (
        <>
          <span> ou écrivez à </span>
          <span>{address}</span>
        </>
      )}
    </WithEmail>
  ),
  dpo: fact(({ dpo }) => dpo),
  hostName: fact(({ host }) => host.name),
  hostAddress: fact(({ host }) => host.address),
  hostCountry: fact(({ host }) => host.country),
  hostPhone: fact(({ host }) => host.phone),
  mailService: fact(({ mailService }) => mailService ?? 'aucun prestataire'),
  aiProvider: fact(({ aiService }) => aiService ?? 'aucun prestataire'),
  aiService: fact(({ aiService }) => aiService ?? 'aucun, le résumé est composé sur nos serveurs'),
  pushServices: OR.format(PUSH_SERVICES.map(({ company }) => company)),

  initialInvitations: plural(INITIAL_INVITATIONS, 'invitation'),
  invitationDays: plural(INVITATION_DAYS, 'jour'),
  listInvitationDays: plural(BULK_INVITATION_DAYS, 'jour'),
  invitationKeptDays: plural(INVITATION_KEPT_DAYS, 'jour'),
  seats: plural(MAX_PARTICIPANTS, 'place'),
  ratingsPublishedTogether: RATINGS_PUBLISHED_TOGETHER,
  openingHours: plural(OPENING_HOURS, 'heure'),
  memberNotesPeriod: periodWords(PERIODS.memberNotes),
  erasuresPeriod: periodWords(PERIODS.erasures),
  articleRule: ARTICLE_RULE.text,
  eventRule: EVENT_RULE.text,
  conductRules: (
    <ul>
      {CONDUCT_RULES.map(({ id, text }, index) => (
        <li key={id}>{`${text}${index < CONDUCT_RULES.length - 1 ? '\u202f;' : '.'}`}</li>
      ))}
    </ul>
  ),
  keptPeriods: (
    <DocumentTable
      caption="Durées de conservation"
      head={['Données', 'Durée de conservation']}
      rows={KEPT_PERIODS}
    />
  ),
};

function fact(read: (company: Company) => string | null): ReactNode {
  return <Fact of={read} />;
}
