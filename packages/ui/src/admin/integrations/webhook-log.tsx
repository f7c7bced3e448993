import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import {
  DELIVERY_ERRORS,
  DELIVERY_EVENTS,
  DELIVERY_STATES,
  type Webhook,
  type WebhookDelivery,
} from '@guilde/contracts/webhooks/rules.ts';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../kit/dialog.tsx';
import { formatDateTime, plural } from '../../kit/format.ts';
import { type State, StateBadge } from '../../kit/state-badge.tsx';
import { useAct } from '../acts.ts';
import { useDeliveries } from '../data.ts';
import { integrationActs } from './acts.ts';

const STATES: Record<WebhookDelivery['state'], State> = {
  waiting: 'waiting',
  delivered: 'done',
  failed: 'failed',
};

/** The log has the fifty newest deliveries of the last thirty days. */
export function WebhookLog({ hook: { id, url, pausedAt } }: { hook: Webhook }) {
  const [open, setOpen] = useState(false);
  const { host } = new URL(url);
  const test = useAct(integrationActs.testWebhook);
  const { data, error } = useDeliveries(open ? id : undefined);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button size="sm" variant="outline" aria-label={`Journal\u00a0: ${host}`}>
          Journal
        </Button>
      </DialogTrigger>
      <DialogContent size="lg" title="Journal des envois" description={host}>
        {error && <p role="alert">Le journal n’a pas pu être chargé. Réessaie.</p>}
        {data?.length === 0 && <p className="text-sm text-muted-foreground">Aucun envoi pour l’instant.</p>}
        {data && data.length > 0 && (
          <ul className="divide-y">
            {data.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        )}
        {pausedAt === null && (
          <DialogFooter>
            <Button variant="outline" loading={test.isPending} onClick={() => test.start({ id })}>
              Envoyer un test
            </Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}

function DeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const { id, event, state } = delivery;
  const replay = useAct(integrationActs.replayDelivery);
  const label = optionLabel(DELIVERY_EVENTS, event);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 text-sm">
      <span className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <span className="font-medium">{label}</span>
        <span className="text-xs text-muted-foreground wrap-anywhere">{deliveryText(delivery)}</span>
      </span>
      <StateBadge state={STATES[state]}>{optionLabel(DELIVERY_STATES, state)}</StateBadge>
      {state !== 'waiting' && (
        <Button
          size="sm"
          variant="outline"
          aria-label={`Rejouer\u00a0: ${label}`}
          loading={replay.isPending}
          onClick={() => replay.start({ id })}
        >
          Rejouer
        </Button>
      )}
    </li>
  );
}

function deliveryText({ createdAt, attempts, status, error }: WebhookDelivery): string {
  const tried = attempts > 0 ? plural(attempts, 'essai') : '';
  const answer = error && status ? `réponse ${status}` : '';
  const problem = error && optionLabel(DELIVERY_ERRORS, error);
  return [formatDateTime(createdAt), tried, answer, problem].filter(Boolean).join(' · ');
}
