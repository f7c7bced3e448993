import type { AdminMessage } from '@guilde/contracts/admin/rules.ts';
import { paths } from '../paths.ts';
import { PanelLink } from './panel.tsx';

/** The fact names the SOS or Room to whose conversation a message belongs. */
export function ownerFact({
  sosId,
  eventId,
  sosTitle,
}: Pick<AdminMessage, 'sosId' | 'eventId' | 'sosTitle'>) {
  const to = sosId ? paths.admin('sos', sosId) : paths.admin('events', eventId ?? '');
  return [
    sosId ? 'SOS' : 'Room',
    <PanelLink key="owner" to={to}>
      {sosTitle}
    </PanelLink>,
  ] as const;
}
