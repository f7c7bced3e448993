import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { webhookInput } from '@guilde/contracts/webhooks/input.ts';
import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX, type Webhook } from '@guilde/contracts/webhooks/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { z } from 'zod';
import { useForm } from '../../form.ts';
import { Button } from '../../kit/button.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { Dialog, DialogContent } from '../../kit/dialog.tsx';
import { Field, FieldGroup } from '../../kit/field.tsx';
import { Input } from '../../kit/input.tsx';
import { ActButton } from '../../kit/reason-dialog.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { useAct } from '../acts.ts';
import { useWebhooks } from '../data.ts';
import { FormDialog } from '../form-dialog.tsx';
import { AdminSection } from '../section.tsx';
import { integrationActs } from './acts.ts';
import { SecretOnce } from './secret-once.tsx';
import { WebhookLog } from './webhook-log.tsx';

type HookInput = z.infer<typeof webhookInput>;

const SECRET_LABEL = 'Clé de signature';
const EMPTY: HookInput = { url: '', events: [] };

export function Webhooks() {
  return (
    <AdminSection
      title="Webhooks"
      description={
        'Guilde avertit une adresse de ton choix\u00a0: un identifiant, un titre et un lien, jamais de texte ni d’adresse e-mail.'
      }
      empty="Aucun webhook pour l’instant."
      query={useWebhooks()}
      create={<NewWebhook />}
      row={(hook) => <WebhookRow key={hook.id} hook={hook} />}
    />
  );
}

function WebhookRow({ hook }: { hook: Webhook }) {
  const { id, url, events, pausedAt } = hook;
  const resume = useAct(integrationActs.resumeWebhook);
  const remove = useAct(integrationActs.deleteWebhook);
  const { host } = new URL(url);
  return (
    <li className="grid gap-2 px-4 py-3 text-sm">
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-0 flex-1 basis-56 font-medium wrap-anywhere">{url}</span>
        <StateBadge state={pausedAt ? 'failed' : 'active'}>{pausedAt ? 'En pause' : 'Actif'}</StateBadge>
      </span>
      <span className="text-xs text-muted-foreground">
        {events.map((event) => optionLabel(WEBHOOK_EVENTS, event)).join(' · ')}
      </span>
      <span className="flex flex-wrap gap-2">
        {pausedAt && (
          <Button
            size="sm"
            aria-label={`Reprendre les envois\u00a0: ${host}`}
            loading={resume.isPending}
            onClick={() => resume.start({ id })}
          >
            Reprendre
          </Button>
        )}
        <WebhookLog hook={hook} />
        <EditWebhook hook={hook} />
        <NewSecret hook={hook} />
        <ActButton
          label="Supprimer"
          of={host}
          variant="ghost"
          title={'Supprimer ce webhook\u202f?'}
          description="Guilde n’enverra plus rien à cette adresse, et son journal disparaît. Cette suppression est irréversible."
          destructive
          onConfirm={() => remove.run({ id })}
        />
      </span>
    </li>
  );
}

function NewSecret({ hook: { id, url } }: { hook: Webhook }) {
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useAct(integrationActs.rotateSecret);
  return (
    <>
      <ActButton
        label="Changer le secret"
        of={new URL(url).host}
        variant="ghost"
        title={'Changer le secret\u202f?'}
        description={
          'Pendant 24 heures, les envois portent les deux signatures\u00a0: le temps de changer le secret chez le destinataire.'
        }
        confirmLabel="Changer"
        onConfirm={async () => setSecret((await rotate.run({ id })).secret)}
      />
      <Dialog open={secret !== null} onOpenChange={() => setSecret(null)}>
        <DialogContent title="Le nouveau secret" dismissible={false}>
          <SecretOnce label={SECRET_LABEL} value={secret ?? ''} />
        </DialogContent>
      </Dialog>
    </>
  );
}

function NewWebhook() {
  const [secret, setSecret] = useState<string | null>(null);
  const create = useAct(integrationActs.createWebhook);
  const form = useHookForm(EMPTY);
  const content = <SecretOnce label={SECRET_LABEL} value={secret ?? ''} />;
  return (
    <FormDialog
      {...ofWebhooks}
      trigger={
        <Button size="sm" variant="outline">
          Créer un webhook
        </Button>
      }
      title="Créer un webhook"
      confirmLabel="Créer"
      form={form}
      pending={create.isPending}
      save={async (input) => {
        setSecret((await create.run(input)).secret);
        form.reset(EMPTY);
      }}
      made={secret === null ? null : { title: 'Le secret du webhook', content }}
      onClose={() => setSecret(null)}
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}

function EditWebhook({ hook: { id, url, events } }: { hook: Webhook }) {
  const change = useAct(integrationActs.changeWebhook);
  const form = useHookForm({ url, events });
  return (
    <FormDialog
      {...ofWebhooks}
      trigger={
        <Button size="sm" variant="ghost" aria-label={`Modifier\u00a0: ${new URL(url).host}`}>
          Modifier
        </Button>
      }
      title="Modifier le webhook"
      confirmLabel="Enregistrer"
      form={form}
      pending={change.isPending}
      save={(input) => change.run({ id, ...input })}
      onClose={() => form.reset()}
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}

const ofWebhooks = {
  names: ['url', 'events'],
  byCode: { WEBHOOK_ADDRESS_PRIVATE: 'url', WEBHOOK_ADDRESS_UNKNOWN: 'url' },
} as const;

/** `values` follow what the server has. */
const useHookForm = (values: HookInput) =>
  useForm<HookInput>({ resolver: zodResolver(webhookInput), values });

function WebhookFields({ form }: { form: ReturnType<typeof useHookForm> }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Adresse" hint="Elle commence par https://." error={errors.url?.message}>
        <Input
          type="url"
          maxLength={WEBHOOK_URL_MAX}
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('url')}
        />
      </Field>
      <FieldGroup label="Événements" error={errors.events?.message}>
        {WEBHOOK_EVENTS.map(({ id, label }) => (
          <Checkbox key={id} value={id} label={label} {...form.register('events')} />
        ))}
      </FieldGroup>
    </>
  );
}
