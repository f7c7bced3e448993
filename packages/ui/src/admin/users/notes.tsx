import { MEMBER_NOTE_MAX, type MemberNote } from '@guilde/contracts/member-filters/rules.ts';
import { PERIODS, periodWords } from '@guilde/contracts/retention/periods.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { formatDateTime } from '../../kit/format.ts';
import { ActButton } from '../../kit/reason-dialog.tsx';
import { Textarea } from '../../kit/textarea.tsx';
import { LoadFailed } from '../../shell/load-failed.tsx';
import { acts, useAct } from '../acts.ts';
import { useNotes } from '../data.ts';
import { Part } from '../panel.tsx';
import { usePanelDraft } from '../panel-drafts.ts';

const NOTE_HINT = `Seuls les administrateurs la lisent ici\u202f; cette personne la trouvera, sans ton nom, dans l’archive de ses données. Effacée après ${periodWords(PERIODS.memberNotes)}.`;

/** Notes are the team's own, about one member. */
export function MemberNotes({ memberId }: { memberId: string }) {
  const query = useNotes(memberId);
  const { data: notes = [] } = query;
  return (
    <Part title="Notes de l’équipe">
      {query.error && !query.data && (
        <LoadFailed title="Impossible de charger les notes" query={query} className="py-8" />
      )}
      {notes.length > 0 && (
        <ol className="grid grid-cols-1 gap-3">
          {notes.map((note) => (
            <li key={note.id} className="rounded-lg border bg-card px-3 py-2 text-sm">
              <Note memberId={memberId} note={note} />
            </li>
          ))}
        </ol>
      )}
      <NoteForm memberId={memberId} />
    </Part>
  );
}

function Note({ memberId, note }: { memberId: string; note: MemberNote }) {
  const [isChanging, setChanging] = useState(false);
  const remove = useAct(acts.deleteNote);
  if (isChanging) return <NoteForm memberId={memberId} note={note} onDone={() => setChanging(false)} />;
  return (
    <>
      <p className="mb-1 text-xs text-muted-foreground">
        {`${note.authorName || 'Ancien administrateur'}, ${formatDateTime(note.createdAt)}${note.changedAt ? ' (modifiée)' : ''}`}
      </p>
      <p className="break-words whitespace-pre-line">{note.text}</p>
      {note.isMine && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" variant="ghost" onClick={() => setChanging(true)}>
            Modifier
          </Button>
          <ActButton
            label="Supprimer"
            variant="ghost"
            title="Supprimer cette note ?"
            description="Cette action est irréversible."
            onConfirm={() => remove.run({ memberId, noteId: note.id })}
          />
        </div>
      )}
    </>
  );
}

/** Without `note` it makes a new one. The text stays when the panel closes. */
function NoteForm({ memberId, note, onDone }: { memberId: string; note?: MemberNote; onDone?: () => void }) {
  const draft = usePanelDraft(`note ${note?.id ?? memberId}`, note?.text ?? '');
  const [noteId, setNoteId] = useState(note?.id ?? newUuid());
  const [isMissing, setMissing] = useState(false);
  const add = useAct(acts.addNote);
  const change = useAct(acts.changeNote);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (draft.text.trim() === '') return setMissing(true);
    await (note ? change : add).run({ memberId, noteId, text: draft.text });
    draft.forget();
    if (!note) setNoteId(newUuid());
    onDone?.();
  };
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => void save(event).catch(() => undefined)}
    >
      <Field
        label={note ? 'Modifier la note' : 'Nouvelle note'}
        hint={NOTE_HINT}
        error={isMissing && 'Ce champ est requis.'}
      >
        <Textarea
          rows={3}
          maxLength={MEMBER_NOTE_MAX}
          value={draft.text}
          onChange={(event) => {
            draft.change(event.target.value);
            setMissing(false);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="secondary" loading={add.isPending || change.isPending}>
          {note ? 'Enregistrer' : 'Ajouter la note'}
        </Button>
        {onDone && (
          <Button size="sm" variant="ghost" onClick={onDone}>
            Annuler
          </Button>
        )}
      </div>
    </form>
  );
}
