import type { ImportInput } from '@guilde/contracts/knowledge/import-input.ts';
import {
  IMPORT_CHOSEN_MAX,
  IMPORT_SOURCES,
  type ImportAnswer,
} from '@guilde/contracts/knowledge/import-rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos/rules.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { call, errorMessage, useApi } from '../../../api.ts';
import { PickButton } from '../../../files/pick-button.tsx';
import { Button } from '../../../kit/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from '../../../kit/dialog.tsx';
import { Field } from '../../../kit/field.tsx';
import { formatDate, plural } from '../../../kit/format.ts';
import { Progress } from '../../../kit/progress.tsx';
import { SearchInput } from '../../../kit/search-input.tsx';
import { Select } from '../../../kit/select.tsx';
import { paths } from '../../../paths.ts';
import type { ExportThread } from './formats.ts';
import { readExportFile } from './read-file.ts';

/** So many are shown at once; the search finds the others. */
const SHOWN_MAX = 100;
const FORMATS = 'Archive Slack, sujet Discourse, fichier Discord (.json) ou conversation WhatsApp (.txt).';

type Sent = { thread: ExportThread; answer: ImportAnswer };

/** The export is read in the browser, and only the chosen threads leave it, one after the other. */
export function ImportDialog() {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="outline">Importer…</Button>
      </DialogTrigger>
      <DialogContent
        size="lg"
        title="Importer de l’ancien groupe"
        description="Les échanges choisis deviennent des brouillons masqués, à relire avant de les publier."
      >
        <ImportSteps />
      </DialogContent>
    </Dialog>
  );
}

function ImportSteps() {
  const [threads, setThreads] = useState<ExportThread[] | null>(null);
  const [problem, setProblem] = useState('');
  const [isReading, setIsReading] = useState(false);
  const pick = async ([file]: readonly File[]) => {
    if (!file) return;
    setProblem('');
    setIsReading(true);
    const read = await readExportFile(file);
    setIsReading(false);
    if ('problem' in read) setProblem(read.problem);
    else setThreads(read.threads);
  };
  if (threads) return <ThreadChoice threads={threads} />;
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm text-muted-foreground">{FORMATS} Guilde lit le fichier sur cet appareil.</p>
      <PickButton isForOne accept=".zip,.json,.txt" loading={isReading} onPick={(files) => void pick(files)}>
        Choisir un export
      </PickButton>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

function useSending() {
  const api = useApi();
  const [sent, setSent] = useState<Sent[]>([]);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState('');
  /** What was sent before a failure is not sent again; the server knows it too. */
  const send = async (threads: readonly ExportThread[], category: ImportInput['category']) => {
    setFailure('');
    setIsSending(true);
    try {
      for (const thread of threads.filter((one) => !sent.some((done) => done.thread === one))) {
        const answer = await call(
          api.admin.summaries.import.$post({ json: { ...thread, kind: 'thread', category } }),
        );
        setSent((before) => [...before, { thread, answer }]);
      }
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setIsSending(false);
  };
  return { sent, isSending, failure, send };
}

function ThreadChoice({ threads }: { threads: readonly ExportThread[] }) {
  const [chosen, setChosen] = useState<readonly ExportThread[]>([]);
  const [category, setCategory] = useState<ImportInput['category']>('other');
  const [q, setQ] = useState('');
  const { sent, isSending, failure, send } = useSending();
  const isDone = sent.length > 0 && sent.length === chosen.length;
  if (isDone) return <Outcome sent={sent} />;
  const wanted = q.trim().toLocaleLowerCase('fr');
  const found = wanted
    ? threads.filter(({ title, messages }) =>
        [title, ...messages.map(({ text }) => text)].some((text) =>
          text.toLocaleLowerCase('fr').includes(wanted),
        ),
      )
    : threads;
  const toggle = (thread: ExportThread) =>
    setChosen(chosen.includes(thread) ? chosen.filter((one) => one !== thread) : [...chosen, thread]);
  return (
    <div className="grid gap-4">
      <SearchInput label="Rechercher un échange" value={q} onChange={setQ} />
      <ul
        className="grid max-h-[45dvh] gap-1 overflow-y-auto overscroll-contain"
        aria-label="Échanges trouvés"
      >
        {found.slice(0, SHOWN_MAX).map((thread) => (
          <ThreadRow
            key={thread.id}
            thread={thread}
            isChosen={chosen.includes(thread)}
            disabled={isSending || (!chosen.includes(thread) && chosen.length >= IMPORT_CHOSEN_MAX)}
            onToggle={() => toggle(thread)}
          />
        ))}
      </ul>
      {found.length > SHOWN_MAX && (
        <p className="text-sm text-muted-foreground">{`${SHOWN_MAX} échanges affichés sur ${found.length}.`}</p>
      )}
      <Field label="Catégorie">
        <Select
          options={SOS_CATEGORIES.map(({ id, label }) => ({ value: id, label }))}
          value={category}
          disabled={isSending}
          onChange={({ target }) => setCategory(target.value as ImportInput['category'])}
        />
      </Field>
      {isSending && <Progress value={sent.length} max={chosen.length} label="Import en cours" />}
      {failure && (
        <p role="alert" className="text-sm text-danger">{`${failure} Ce qui est importé le reste.`}</p>
      )}
      <DialogFooter>
        <Button
          loading={isSending}
          disabled={chosen.length === 0}
          onClick={() => void send(chosen, category)}
        >
          {chosen.length === 0
            ? `Choisis ${IMPORT_CHOSEN_MAX} échanges au plus`
            : `${failure ? 'Reprendre' : 'Importer'} ${plural(chosen.length - sent.length, 'échange')}`}
        </Button>
      </DialogFooter>
    </div>
  );
}

function ThreadRow({
  thread,
  isChosen,
  disabled,
  onToggle,
}: {
  thread: ExportThread;
  isChosen: boolean;
  disabled: boolean;
  onToggle: () => void;
}) {
  const { source, title, day, names, messages } = thread;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-lg border px-3 py-2.5 text-sm">
      <input
        type="checkbox"
        aria-label={title}
        className="mt-0.5 size-4 accent-primary"
        checked={isChosen}
        disabled={disabled}
        onChange={onToggle}
      />
      <details>
        <summary className="list-none [&::-webkit-details-marker]:hidden">
          <span className="block font-medium wrap-anywhere">{title}</span>
          <span className="text-xs text-muted-foreground">
            {`${optionLabel(IMPORT_SOURCES, source)} · ${formatDate(day)} · ${plural(messages.length, 'message')} · ${plural(names.length, 'personne')}`}
          </span>
        </summary>
        <p className="mt-2 whitespace-pre-line wrap-anywhere">
          {messages.map(({ author, text }) => `${names[author]}\u00a0: ${text}`).join('\n')}
        </p>
      </details>
    </li>
  );
}

function Outcome({ sent }: { sent: readonly Sent[] }) {
  const count = (status: ImportAnswer['status']) =>
    sent.filter(({ answer }) => answer.status === status).length;
  const [known, empty] = [count('known'), count('empty')];
  const similar = sent.flatMap(({ thread, answer }) =>
    answer.similar ? [{ thread, article: answer.similar }] : [],
  );
  return (
    <div className="grid gap-4 text-sm">
      <p role="status">
        <span>{`${plural(count('imported'), 'brouillon')} à relire.`}</span>
        {known > 0 && (
          <span>{` ${plural(known, 'échange était déjà importé', 'échanges étaient déjà importés')}.`}</span>
        )}
        {empty > 0 && <span>{` ${plural(empty, 'échange n’a', 'échanges n’ont')} rien à citer.`}</span>}
      </p>
      {similar.length > 0 && (
        <ul className="grid gap-1.5">
          {similar.map(({ thread, article }) => (
            <li key={thread.id}>
              <span>{`«\u00a0${thread.title}\u00a0» ressemble à `}</span>
              <Link to={paths.article(article.id)} className="underline">
                {article.title}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Terminé</Button>
        </DialogClose>
      </DialogFooter>
    </div>
  );
}
