import type { AdminSummaryDetail } from '@guilde/contracts/admin/rules.ts';
import { SUMMARY_LINE_MAX, SUMMARY_LINES_MAX, SUMMARY_TITLE_MAX } from '@guilde/contracts/knowledge/rules.ts';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { Input } from '../../kit/input.tsx';
import { Note } from '../../kit/states.tsx';
import { Textarea } from '../../kit/textarea.tsx';
import { acts, useAct } from '../acts.ts';
import { hasPanelDraft } from '../panel-drafts.ts';
import { correctionKey, type EditedLine, type LineKind, useCorrection } from './correction.ts';

/** Lines without text are left out. */
export function CorrectionForm({ summary, onDone }: { summary: AdminSummaryDetail; onDone: () => void }) {
  const { correction, isStale, change, changeLines, add, rebase, forget } = useCorrection(summary);
  const save = useAct(acts.correctSummary);
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => title.current?.focus(), []);
  const close = () => {
    forget();
    onDone();
  };
  const submit = () => {
    const { seen } = correction;
    const [sentences, keyPoints] = [toSend(correction.sentences), toSend(correction.keyPoints)];
    save
      .run({ id: summary.id, seen, title: correction.title.trim(), sentences, keyPoints })
      .then(close, () => undefined);
  };
  const isChanged = hasPanelDraft(correctionKey(summary));
  const isEmpty = correction.title.trim() === '' || toSend(correction.sentences).length === 0;
  return (
    <form
      aria-label="Correction du résumé"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isStale && (
        <Note tone="warning">
          <div className="grid justify-items-start gap-3">
            <p>
              Le texte a changé pendant que tu écrivais. Tu peux garder tes corrections ; le nouveau texte est
              conservé parmi les versions.
            </p>
            <Button size="sm" variant="outline" onClick={rebase}>
              Garder mes corrections
            </Button>
          </div>
        </Note>
      )}
      <Field label="Titre (obligatoire)">
        <Input
          aria-required
          ref={title}
          value={correction.title}
          maxLength={SUMMARY_TITLE_MAX}
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <LineFields
        kind="sentences"
        label="Phrase"
        lines={correction.sentences}
        onChange={changeLines}
        onAdd={add}
      />
      <LineFields
        kind="keyPoints"
        label="Point clé"
        lines={correction.keyPoints}
        onChange={changeLines}
        onAdd={add}
      />
      <p className="text-sm text-muted-foreground">
        Ce que tu changes est marqué comme écrit par l’équipe. Les participants ont de nouveau 48{'\u00a0'}
        heures pour relire ce qui est nouveau.
      </p>
      <div className="sticky bottom-0 -mx-5 flex flex-wrap gap-2 border-t bg-popover px-5 py-4">
        <Button type="submit" size="sm" loading={save.isPending} disabled={isEmpty || isStale || !isChanged}>
          Enregistrer la correction
        </Button>
        <Button size="sm" variant="outline" disabled={save.isPending} onClick={close}>
          Annuler
        </Button>
      </div>
    </form>
  );
}

function toSend(lines: readonly EditedLine[]) {
  return lines.flatMap(({ text, from }) => (text.trim() === '' ? [] : [{ text: text.trim(), from }]));
}

function LineFields({
  kind,
  label,
  lines,
  onChange,
  onAdd,
}: {
  kind: LineKind;
  label: string;
  lines: EditedLine[];
  onChange: (kind: LineKind, lines: EditedLine[]) => void;
  onAdd: (kind: LineKind) => void;
}) {
  return (
    <div className="grid gap-3">
      {lines.map((line, index) => (
        <div key={line.key} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <Field label={`${label} ${index + 1}`}>
            <Textarea
              value={line.text}
              maxLength={SUMMARY_LINE_MAX}
              rows={2}
              className="min-h-16"
              onChange={(event) =>
                onChange(
                  kind,
                  lines.map((other) => (other === line ? { ...line, text: event.target.value } : other)),
                )
              }
            />
          </Field>
          <Button
            size="sm"
            variant="ghost"
            className="mt-6"
            aria-label={`Retirer ${label.toLowerCase()} ${index + 1}`}
            onClick={() =>
              onChange(
                kind,
                lines.filter((other) => other !== line),
              )
            }
          >
            <X />
          </Button>
        </div>
      ))}
      {lines.length < SUMMARY_LINES_MAX && (
        <Button size="sm" variant="outline" className="justify-self-start" onClick={() => onAdd(kind)}>
          <Plus />
          <span>{kind === 'sentences' ? 'Ajouter une phrase' : 'Ajouter un point clé'}</span>
        </Button>
      )}
    </div>
  );
}
