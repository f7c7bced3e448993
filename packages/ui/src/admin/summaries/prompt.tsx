import type { AdminSummaryDetail } from '@guilde/contracts/admin/rules.ts';
import { CUSTOM_PROMPT_MAX } from '@guilde/contracts/knowledge/rules.ts';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { Textarea } from '../../kit/textarea.tsx';
import { acts, useAct } from '../acts.ts';
import { hasPanelDraft, usePanelDraft } from '../panel-drafts.ts';

const keyOf = ({ id }: AdminSummaryDetail) => `prompt ${id}`;

export function SummaryPrompt({ summary }: { summary: AdminSummaryDetail }) {
  const [wasBegun] = useState(() => hasPanelDraft(keyOf(summary)));
  const [editing, setEditing] = useState(wasBegun);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return (
    <details open={wasBegun} className="group rounded-lg border">
      <summary className="flex list-none items-center gap-2 rounded-lg px-3 py-2.5 text-sm font-semibold hover:bg-muted max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform duration-150 group-open:rotate-90" />
        Prompt
      </summary>
      <div className="grid gap-4 border-t px-3 py-3 text-sm">
        <div className="grid gap-1.5">
          <h4 className="font-medium">Prompt utilisé</h4>
          <p className="max-h-64 overflow-y-auto rounded-md bg-muted px-3 py-2 whitespace-pre-line wrap-anywhere">
            {summary.promptUsed}
          </p>
        </div>
        {editing ? (
          <PromptForm summary={summary} onDone={() => setEditing(false)} />
        ) : (
          <div className="grid gap-1.5">
            <div className="flex items-center justify-between gap-3">
              <h4 className="font-medium">Prompt personnalisé</h4>
              <Button ref={edit} size="sm" variant="outline" onClick={() => setEditing(true)}>
                Modifier
              </Button>
            </div>
            <p className="whitespace-pre-line text-muted-foreground wrap-anywhere">
              {summary.customPrompt || 'Aucun. Il serait pris en compte à la prochaine génération.'}
            </p>
          </div>
        )}
      </div>
    </details>
  );
}

function PromptForm({ summary, onDone }: { summary: AdminSummaryDetail; onDone: () => void }) {
  const save = useAct(acts.setPrompt);
  const { text, change, forget } = usePanelDraft(keyOf(summary), summary.customPrompt ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const close = () => {
    forget();
    onDone();
  };
  const submit = () => save.run({ id: summary.id, customPrompt: text.trim() }).then(close, () => undefined);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        label="Prompt personnalisé"
        hint="Pris en compte à la prochaine génération. Laisse vide pour le supprimer."
      >
        <Textarea
          ref={field}
          value={text}
          maxLength={CUSTOM_PROMPT_MAX}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={save.isPending}>
          Enregistrer
        </Button>
        <Button size="sm" variant="outline" disabled={save.isPending} onClick={close}>
          Annuler
        </Button>
      </div>
    </form>
  );
}
