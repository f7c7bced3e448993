import { accessLinkInput } from '@guilde/contracts/access/input.ts';
import {
  ACCESS_LINK_STATES,
  ACCESS_USES_MAX,
  type AccessLink,
  type AccessLinkState,
  GROUP_NAME_MAX,
} from '@guilde/contracts/access/rules.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { z } from 'zod';
import { useForm } from '../../form.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Field } from '../../kit/field.tsx';
import { formatNumber, formatShortDate, plural } from '../../kit/format.ts';
import { Input } from '../../kit/input.tsx';
import { type State, StateBadge } from '../../kit/state-badge.tsx';
import { paths } from '../../paths.ts';
import { usePlatform } from '../../platform.ts';
import { useAct } from '../acts.ts';
import { useAccessLinks } from '../data.ts';
import { FormDialog } from '../form-dialog.tsx';
import { PanelLink } from '../panel.tsx';
import { AdminSection } from '../section.tsx';
import { accessActs } from './access-acts.ts';

type LinkInput = z.input<typeof accessLinkInput>;

const STATES: Record<AccessLinkState, State> = {
  open: 'active',
  full: 'waiting',
  ended: 'ended',
  revoked: 'ended',
};

export function AccessLinks() {
  return (
    <div className="max-w-3xl">
      <AdminSection
        title="Liens d’accès"
        description="Un lien pour les membres d’un autre groupe, dont tu n’as pas les adresses. Ils demandent, l’équipe décide, et tu les parraines."
        empty="Aucun lien pour l’instant."
        query={useAccessLinks()}
        create={<NewLink />}
        row={(link) => <LinkRow key={link.id} link={link} />}
      />
    </div>
  );
}

function LinkRow({ link }: { link: AccessLink }) {
  const { id, groupName, url, state, maker, endsAt, usesMax } = link;
  const platform = usePlatform();
  const revoke = useAct(accessActs.revokeLink);
  const isOver = state === 'ended' || state === 'revoked';
  return (
    <li className="grid gap-2 px-4 py-3 text-sm">
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-0 flex-1 basis-56 font-medium wrap-anywhere">{groupName}</span>
        <StateBadge state={STATES[state]}>{optionLabel(ACCESS_LINK_STATES, state)}</StateBadge>
      </span>
      <Figures link={link} />
      <span className="text-xs text-muted-foreground wrap-anywhere">
        {[
          maker ? `Parrain\u00a0: ${memberName(maker)}` : 'Compte supprimé',
          ...(state === 'revoked'
            ? []
            : [`${isOver ? 'fini le' : 'jusqu’au'} ${formatShortDate(lastDay(endsAt))}`]),
          `${plural(usesMax, 'demande')} au plus`,
        ].join(' · ')}
      </span>
      {!isOver && (
        <span className="flex flex-wrap gap-2">
          <CopyButton
            label="Copier le lien"
            aria-label={`Copier le lien\u00a0: ${groupName}`}
            copy={() => platform.copyText(url)}
          />
          <ConfirmDialog
            trigger={
              <Button size="sm" variant="ghost" aria-label={`Fermer le lien\u00a0: ${groupName}`}>
                Fermer
              </Button>
            }
            title={'Fermer ce lien\u202f?'}
            description="Plus personne ne peut demander l’accès avec lui. Les demandes reçues attendent toujours l’équipe."
            confirmLabel="Fermer"
            destructive
            onConfirm={() => revoke.run({ id })}
          />
        </span>
      )}
    </li>
  );
}

function Figures({ link: { waiting, accepted, refused, joined } }: { link: AccessLink }) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {waiting > 0 ? (
        <PanelLink to={paths.admin('queue', undefined, { kind: 'access' })}>
          {`${formatNumber(waiting)} en attente`}
        </PanelLink>
      ) : (
        <span>0 en attente</span>
      )}
      <span>{plural(accepted, 'acceptée')}</span>
      <span>{plural(refused, 'refusée')}</span>
      <span>{plural(joined, 'compte')}</span>
    </span>
  );
}

/** The link ends at midnight, after its last day. */
function lastDay(endsAt: string): string {
  return new Date(Date.parse(endsAt) - 1).toISOString();
}

const empty = (): LinkInput => ({ id: newUuid(), groupName: '', endsOn: '', usesMax: 100 });

function NewLink() {
  const create = useAct(accessActs.createLink);
  const form = useForm<LinkInput>({ resolver: zodResolver(accessLinkInput), defaultValues: empty() });
  const { errors } = form.formState;
  return (
    <FormDialog
      trigger={
        <Button size="sm" variant="outline">
          Créer un lien
        </Button>
      }
      title="Créer un lien d’accès"
      confirmLabel="Créer"
      form={form}
      names={['groupName', 'endsOn', 'usesMax']}
      pending={create.isPending}
      save={async (input) => {
        await create.run(input);
        form.reset(empty());
      }}
      onClose={() => form.clearErrors()}
    >
      <Field label="Nom du groupe" hint="Affiché à qui ouvre le lien." error={errors.groupName?.message}>
        <Input maxLength={GROUP_NAME_MAX} autoComplete="off" {...form.register('groupName')} />
      </Field>
      <Field label="Dernier jour" error={errors.endsOn?.message}>
        <Input type="date" {...form.register('endsOn')} />
      </Field>
      <Field label="Demandes au plus" error={errors.usesMax?.message}>
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          max={ACCESS_USES_MAX}
          {...form.register('usesMax', { valueAsNumber: true })}
        />
      </Field>
    </FormDialog>
  );
}
