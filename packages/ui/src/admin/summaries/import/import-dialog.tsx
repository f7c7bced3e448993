import {
  IMPORT_BYTES_MAX,
  IMPORT_CHOSEN_MAX,
  type ImportAnswer,
} from '@guilde/contracts/knowledge/import-rules.ts';
import { SOS_CATEGORIES, type SosCategory } from '@guilde/contracts/sos/rules.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { call, errorMessage, useApi } from '../../../api.ts';
import { PickButton } from '../../../files/pick-button.tsx';
import { readInWorker } from '../../../files/worker-answer.ts';
import { Button } from '../../../kit/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from '../../../kit/dialog.tsx';
import { Field } from '../../../kit/field.tsx';
import { plural } from '../../../kit/format.ts';
import { Progress } from '../../../kit/progress.tsx';
import { SearchInput } from '../../../kit/search-input.tsx';
import { Select } from '../../../kit/select.tsx';
import { paths } from '../../../paths.ts';
import type { ExportText, ReadExport } from './read-export.ts';
import { faultOf, TextRow, wordsOf } from './text-row.tsx';

const SHOWN_AT_ONCE = 100;
const FORMATS =
  'Archive Slack, sujet Discourse, fichier Discord (.json), conversation WhatsApp (.txt), ou tableau de résumés (.csv).';
const LEFT_OUT = 'Les fichiers, les canevas et les canaux privés ne sont pas repris.';
const COLUMNS = 'Colonnes du tableau\u00a0: titre, problème, solution, points, catégorie, date, source.';

type Sent = { text: ExportText; answer: ImportAnswer };

/** The export is read in the browser, and only the chosen texts leave it, one after the other. */
export function ImportDialog() {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="outline">Importer…</Button>
      </DialogTrigger>
      <DialogContent
        size="lg"
        title="Importer de l’ancien groupe"
        description="Les textes choisis deviennent des brouillons masqués, à relire avant de les publier."
      >
        <ImportSteps />
      </DialogContent>
    </Dialog>
  );
}

function ImportSteps() {
  const [texts, setTexts] = useState<ExportText[] | null>(null);
  const [problem, setProblem] = useState('');
  const [isReading, setIsReading] = useState(false);
  const pick = async ([file]: readonly File[]) => {
    if (!file) return;
    setProblem('');
    setIsReading(true);
    const read = await readInWorker<ReadExport>(file, {
      bytesMax: IMPORT_BYTES_MAX,
      remedy: 'exporte une période plus courte',
      start: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    });
    setIsReading(false);
    if ('problem' in read) setProblem(read.problem);
    else setTexts(read.texts);
  };
  if (texts) return <Choice texts={texts} />;
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm text-muted-foreground">{FORMATS} Guilde lit le fichier sur cet appareil.</p>
      <p className="text-sm text-muted-foreground">{LEFT_OUT}</p>
      <p className="text-sm text-muted-foreground">{COLUMNS}</p>
      <PickButton
        isForOne
        accept=".zip,.json,.txt,.csv,.tsv"
        loading={isReading}
        onPick={(files) => void pick(files)}
      >
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
  const send = async (texts: readonly ExportText[], category: SosCategory) => {
    setFailure('');
    setIsSending(true);
    try {
      for (const text of texts.filter((one) => !sent.some((done) => done.text === one))) {
        const json =
          text.kind === 'thread' ? { ...text, category } : { ...text, category: text.category || category };
        const answer = await call(api.admin.summaries.import.$post({ json }));
        setSent((before) => [...before, { text, answer }]);
      }
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setIsSending(false);
  };
  return { sent, isSending, failure, send };
}

/** All texts of an export are of one kind. */
function nounOf([text]: readonly ExportText[]): 'échange' | 'résumé' {
  return text?.kind === 'article' ? 'résumé' : 'échange';
}

function Choice({ texts }: { texts: readonly ExportText[] }) {
  const [chosen, setChosen] = useState<readonly ExportText[]>([]);
  const [category, setCategory] = useState<SosCategory>('other');
  const { sent, isSending, failure, send } = useSending();
  if (sent.length > 0 && sent.length === chosen.length) return <Outcome sent={sent} />;
  const noun = nounOf(texts);
  const needsCategory = texts.some((text) => text.kind === 'thread' || text.category === '');
  return (
    <div className="grid gap-4">
      <Texts texts={texts} chosen={chosen} isLocked={isSending} onChoose={setChosen} />
      {needsCategory && (
        <Field label={noun === 'résumé' ? 'Catégorie, si le tableau n’en dit rien' : 'Catégorie'}>
          <Select
            options={SOS_CATEGORIES.map(({ id, label }) => ({ value: id, label }))}
            value={category}
            disabled={isSending}
            onChange={({ target }) => setCategory(target.value as SosCategory)}
          />
        </Field>
      )}
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
            ? `Choisis ${IMPORT_CHOSEN_MAX} ${noun}s au plus`
            : `${failure ? 'Reprendre' : 'Importer'} ${plural(chosen.length - sent.length, noun)}`}
        </Button>
      </DialogFooter>
    </div>
  );
}

function Texts({
  texts,
  chosen,
  isLocked,
  onChoose,
}: {
  texts: readonly ExportText[];
  chosen: readonly ExportText[];
  isLocked: boolean;
  onChoose: (chosen: readonly ExportText[]) => void;
}) {
  const [q, setQ] = useState('');
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const wanted = q.trim().toLocaleLowerCase('fr');
  const found = texts.filter((text) =>
    [text.title, faultOf(text), wordsOf(text)].join('\n').toLocaleLowerCase('fr').includes(wanted),
  );
  const noun = nounOf(texts);
  const faults = texts.filter((text) => faultOf(text) !== '').length;
  return (
    <>
      <SearchInput label={`Rechercher un ${noun}`} value={q} onChange={setQ} />
      {faults > 0 && (
        <p className="text-sm text-muted-foreground">
          {`${plural(texts.length - faults, noun)} à choisir, ${plural(faults, 'ligne écartée', 'lignes écartées')}.`}
        </p>
      )}
      <div className="grid max-h-[35dvh] gap-1 overflow-y-auto overscroll-contain">
        <ul className="grid gap-1" aria-label={noun === 'résumé' ? 'Résumés trouvés' : 'Échanges trouvés'}>
          {found.slice(0, shown).map((text) => (
            <TextRow
              key={text.id}
              text={text}
              isChosen={chosen.includes(text)}
              disabled={isLocked || (!chosen.includes(text) && chosen.length >= IMPORT_CHOSEN_MAX)}
              onToggle={() =>
                onChoose(chosen.includes(text) ? chosen.filter((one) => one !== text) : [...chosen, text])
              }
            />
          ))}
        </ul>
        {shown < found.length && (
          <Button variant="outline" size="sm" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            Afficher la suite
          </Button>
        )}
      </div>
    </>
  );
}

function Outcome({ sent }: { sent: readonly Sent[] }) {
  const count = (status: ImportAnswer['status']) =>
    sent.filter(({ answer }) => answer.status === status).length;
  const noun = nounOf(sent.map(({ text }) => text));
  const [known, empty] = [count('known'), count('empty')];
  const similar = sent.flatMap(({ text, answer }) =>
    answer.similar ? [{ text, article: answer.similar }] : [],
  );
  return (
    <div className="grid gap-4 text-sm">
      <p role="status">
        <span>{`${plural(count('imported'), 'brouillon')} à relire.`}</span>
        {known > 0 && (
          <span>{` ${plural(known, `${noun} était déjà importé`, `${noun}s étaient déjà importés`)}.`}</span>
        )}
        {empty > 0 && <span>{` ${plural(empty, `${noun} n’a`, `${noun}s n’ont`)} rien à citer.`}</span>}
      </p>
      {similar.length > 0 && (
        <ul className="grid gap-1.5">
          {similar.map(({ text, article }) => (
            <li key={text.id}>
              <span>{`«\u00a0${text.title}\u00a0» ressemble à `}</span>
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
