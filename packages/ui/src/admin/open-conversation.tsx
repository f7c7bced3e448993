import {
  OPENING_CAUSES,
  OPENING_HOURS,
  type OpeningCause,
  REASON_MAX,
} from '@guilde/contracts/admin/rules.ts';
import { toOptions } from '../kit/options.ts';
import { ActButton } from '../kit/reason-dialog.tsx';
import { Note } from '../kit/states.tsx';
import { acts, useAct } from './acts.ts';

const causes = {
  label: 'Pourquoi l’ouvrir',
  placeholder: 'Choisis un motif',
  options: toOptions(OPENING_CAUSES),
};

/** Replaces a private text by a link to its conversation. */
export function OpenConversation({ conversationId }: { conversationId: string }) {
  const open = useAct(acts.openConversation);
  return (
    <Note>
      <span className="grid justify-items-start gap-3">
        Cette conversation est privée. Tu peux l’ouvrir pendant {OPENING_HOURS} heures, avec un motif ; ses
        participants le verront, sauf si la loi l’interdit.
        <ActButton
          label="Ouvrir la conversation"
          title="Ouvrir cette conversation ?"
          description={`Tu verras ses textes et ses fichiers pendant ${OPENING_HOURS} heures. Ses participants liront « L’équipe a consulté cette conversation », sauf si la loi l’interdit.`}
          choice={causes}
          reason={{ label: 'En une phrase, pour le journal', isRequired: true, maxLength: REASON_MAX }}
          onConfirm={(reason, cause) =>
            open.run({ id: conversationId, reason, cause: cause as OpeningCause })
          }
        />
      </span>
    </Note>
  );
}
