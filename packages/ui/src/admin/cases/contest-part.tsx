import { type AdminCase, CONTEST_MAX, CONTEST_OUTCOMES } from '@guilde/contracts/cases/rules.ts';
import { errorText } from '@guilde/contracts/errors.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { useMember } from '../../auth/account.ts';
import { formatDateTime } from '../../kit/format.ts';
import { ActButton } from '../../kit/reason-dialog.tsx';
import { Note } from '../../kit/states.tsx';
import { acts, useAct } from '../acts.ts';
import { Facts, Part } from '../panel.tsx';

type Contest = NonNullable<NonNullable<AdminCase['decision']>['contest']>;

const answer = { label: 'Réponse, envoyée par e-mail', isRequired: true, maxLength: CONTEST_MAX };

/** Another person than the author of the decision answers, if the team has one. */
export function ContestPart({ one, contest }: { one: AdminCase; contest: Contest }) {
  const decide = useAct(acts.decideContest);
  const { id, outcome, decidedAt, decidedBy } = contest;
  const isAdmin = useMember().role === 'admin';
  const isToDecide = isAdmin && outcome === null;
  return (
    <Part title="Contestation">
      <p className="text-xs text-muted-foreground">{`Reçue le ${formatDateTime(contest.createdAt)}`}</p>
      <blockquote className="border-l-2 pl-3 text-sm break-words whitespace-pre-line">
        {contest.text}
      </blockquote>
      {outcome !== null && decidedAt && (
        <Facts
          facts={[
            ['Issue', optionLabel(CONTEST_OUTCOMES, outcome)],
            ['Décidé', `${formatDateTime(decidedAt)}, ${decidedBy}`],
            ['Réponse', contest.answer],
          ]}
        />
      )}
      {isToDecide && !one.mayReview && <Note>{errorText('CONTEST_OWN_DECISION')}</Note>}
      {isToDecide && one.mayReview && (
        <>
          {one.isAlone && (
            <Note tone="warning">
              Tu as pris cette décision, ou elle te concerne, et personne d’autre ne peut la réexaminer : tu
              peux le faire toi-même.
            </Note>
          )}
          <div className="flex flex-wrap gap-2">
            <ActButton
              label="Maintenir la décision"
              title="Maintenir la décision ?"
              description="La personne reçoit ta réponse par e-mail. La contestation est close."
              reason={answer}
              onConfirm={(text) => decide.run({ id, outcome: 'upheld', answer: text })}
            />
            <ActButton
              label="Annuler la décision"
              title="Annuler la décision ?"
              description="La mesure prend fin si elle peut être défaite ; ce qui a été supprimé le reste. La personne reçoit ta réponse par e-mail."
              reason={answer}
              onConfirm={(text) => decide.run({ id, outcome: 'reversed', answer: text })}
            />
          </div>
        </>
      )}
    </Part>
  );
}
