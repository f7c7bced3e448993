import { apiKeyInput } from '@guilde/contracts/api-keys/input.ts';
import {
  API_KEY_NAME_MAX,
  API_KEY_STATES,
  API_SCOPES,
  type ApiKey,
  type ApiKeyState,
} from '@guilde/contracts/api-keys/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { z } from 'zod';
import { useForm } from '../../form.ts';
import { Button } from '../../kit/button.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { Field, FieldGroup } from '../../kit/field.tsx';
import { formatAge, formatShortDate } from '../../kit/format.ts';
import { Input } from '../../kit/input.tsx';
import { ActButton } from '../../kit/reason-dialog.tsx';
import { Select } from '../../kit/select.tsx';
import { type State, StateBadge } from '../../kit/state-badge.tsx';
import { useAct } from '../acts.ts';
import { useApiKeys } from '../data.ts';
import { FormDialog } from '../form-dialog.tsx';
import { AdminSection } from '../section.tsx';
import { integrationActs } from './acts.ts';
import { SecretOnce } from './secret-once.tsx';

type KeyInput = z.input<typeof apiKeyInput>;

const STATES: Record<ApiKeyState, State> = {
  active: 'active',
  expired: 'ended',
  revoked: 'ended',
  idle: 'failed',
};
const LIVES = [
  { value: '30', label: '30 jours' },
  { value: '90', label: '90 jours' },
  { value: '365', label: 'Un an' },
];
const EMPTY: KeyInput = { name: '', scopes: [], days: 90 };

export function ApiKeys() {
  return (
    <AdminSection
      title="Clés API"
      description="Une clé permet à un autre outil (Zapier, n8n…) d’agir en ton nom, dans la limite de ses droits."
      empty="Aucune clé pour l’instant."
      query={useApiKeys()}
      create={<NewKey />}
      row={(key) => <KeyRow key={key.id} apiKey={key} />}
    />
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, scopes, owner, state, expiresAt, lastUsedAt } = apiKey;
  const revoke = useAct(integrationActs.revokeApiKey);
  const isOver = state === 'revoked' || state === 'expired';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-sm">
      <span className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="text-xs text-muted-foreground wrap-anywhere">
          {scopes.map((scope) => optionLabel(API_SCOPES, scope)).join(' · ')}
        </span>
        <span className="text-xs text-muted-foreground wrap-anywhere">
          {`${owner.name} · ${isOver ? 'finie' : 'jusqu’au'} ${isOver ? 'le ' : ''}${formatShortDate(expiresAt)} · ${lastUseText(lastUsedAt)}`}
        </span>
      </span>
      <StateBadge state={STATES[state]}>{optionLabel(API_KEY_STATES, state)}</StateBadge>
      {!isOver && (
        <ActButton
          label="Révoquer"
          of={name}
          variant="outline"
          title={'Révoquer cette clé\u202f?'}
          description="L’outil qui l’utilise est refusé tout de suite. Une clé révoquée ne se rétablit pas."
          destructive
          onConfirm={() => revoke.run({ id })}
        />
      )}
    </li>
  );
}

function lastUseText(lastUsedAt: string | null): string {
  if (!lastUsedAt) return 'jamais utilisée';
  const age = formatAge(lastUsedAt);
  return `utilisée il y a ${age.startsWith('<') ? 'moins d’une heure' : age}`;
}

function NewKey() {
  const [token, setToken] = useState<string | null>(null);
  const create = useAct(integrationActs.createApiKey);
  const form = useForm<KeyInput, unknown, z.output<typeof apiKeyInput>>({
    resolver: zodResolver(apiKeyInput),
    defaultValues: EMPTY,
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      trigger={
        <Button size="sm" variant="outline">
          Créer une clé
        </Button>
      }
      title="Créer une clé API"
      confirmLabel="Créer"
      form={form}
      names={['name', 'scopes', 'days']}
      pending={create.isPending}
      save={async (input) => {
        setToken((await create.run(input)).token);
        form.reset(EMPTY);
      }}
      made={
        token === null
          ? null
          : { title: 'Ta nouvelle clé', content: <SecretOnce label="Clé" value={token} /> }
      }
      onClose={() => setToken(null)}
    >
      <Field label="Nom" hint="L’outil qui l’utilisera." error={errors.name?.message}>
        <Input maxLength={API_KEY_NAME_MAX} {...form.register('name')} />
      </Field>
      <FieldGroup label="Droits" error={errors.scopes?.message}>
        {API_SCOPES.map(({ id, label }) => (
          <Checkbox key={id} value={id} label={label} {...form.register('scopes')} />
        ))}
      </FieldGroup>
      <Field label="Durée" error={errors.days?.message}>
        <Select options={LIVES} {...form.register('days', { valueAsNumber: true })} />
      </Field>
    </FormDialog>
  );
}
