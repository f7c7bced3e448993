import { ACCESS_REQUEST_STATES, type AccessRequest } from '@guilde/contracts/access/rules.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { Button } from '../../kit/button.tsx';
import { formatDateTime } from '../../kit/format.ts';
import { ActButton } from '../../kit/reason-dialog.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { StoreLink } from '../../profiles/store-link.tsx';
import { useAct } from '../acts.ts';
import { useAccessRequest } from '../data.ts';
import { Facts, type OpenRow, Panel } from '../panel.tsx';
import { SirenLink } from '../siren-link.tsx';
import { accessActs } from './access-acts.ts';

const STATES = { waiting: 'waiting', accepted: 'done', refused: 'ended' } as const;

export function AccessRequestPanel(open: OpenRow) {
  return (
    <Panel
      {...open}
      query={useAccessRequest(open.openId)}
      name="Demande d’accès"
      failed="Impossible de charger la demande d’accès"
      title={memberName}
      actions={(one) => one.state === 'waiting' && <Decisions request={one} />}
    >
      {(one) => (
        <Facts
          facts={[
            ['État', <RequestBadge key="state" state={one.state} />],
            ['E-mail', one.email ?? 'Effacé avec la décision'],
            ['SIREN', <SirenLink key="siren" siren={one.siren} />],
            ['Boutique', <StoreLink key="store" name={one.storeUrl} url={one.storeUrl} />],
            ['Groupe', one.groupName],
            ['Liste de l’équipe', <Listed key="list" list={one.list} />],
            ['Demandée', formatDateTime(one.createdAt)],
            one.decidedAt && ['Décidée', formatDateTime(one.decidedAt)],
          ]}
        />
      )}
    </Panel>
  );
}

/** The leader's list has people whose addresses nobody has. */
function Listed({ list }: Pick<AccessRequest, 'list'>) {
  if (list === null) return 'Personne de ce nom sans adresse';
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StateBadge state="done">Même nom</StateBadge>
      <span>{list}</span>
    </span>
  );
}

function RequestBadge({ state }: Pick<AccessRequest, 'state'>) {
  return <StateBadge state={STATES[state]}>{optionLabel(ACCESS_REQUEST_STATES, state)}</StateBadge>;
}

function Decisions({ request: { id } }: { request: AccessRequest }) {
  const accept = useAct(accessActs.accept);
  const refuse = useAct(accessActs.refuse);
  return (
    <>
      <Button size="sm" loading={accept.isPending} onClick={() => accept.start({ id })}>
        Accepter
      </Button>
      <ActButton
        label="Refuser"
        title={'Refuser cette demande\u202f?'}
        description="La personne reçoit un e-mail poli. Son adresse est effacée tout de suite."
        onConfirm={() => refuse.run({ id })}
      />
    </>
  );
}
