import type { AdminMessage } from '@guilde/contracts/admin/rules.ts';
import { paths } from '../paths.ts';
import { PanelLink } from './panel.tsx';

/** The fact names the SOS, Room or deal to whose conversation a message belongs. */
export function ownerFact({
  sosId,
  eventId,
  dealId,
  sosTitle,
}: Pick<AdminMessage, 'sosId' | 'eventId' | 'dealId' | 'sosTitle'>) {
  const [name, to] = sosId
    ? ['SOS', paths.admin('sos', sosId)]
    : dealId
      ? ['Deal', paths.admin('queue', `deal.${dealId}`)]
      : ['Room', paths.admin('events', eventId ?? '')];
  return [
    name,
    <PanelLink key="owner" to={to}>
      {sosTitle}
    </PanelLink>,
  ] as const;
}
