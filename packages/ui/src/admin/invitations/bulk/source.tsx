import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Card, SectionHeader } from '../../../kit/card.tsx';
import { Field } from '../../../kit/field.tsx';
import { Textarea } from '../../../kit/textarea.tsx';
import { readFile, readText, type Table } from './read-table.ts';

/** The file is read in the browser: columns that are not chosen never leave it. */
export function Source({ onRead }: { onRead: (table: Table) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (reading: ReturnType<typeof readText>) => {
    const read = await reading;
    if ('problem' in read) return setProblem(read.problem);
    setProblem(null);
    return onRead(read);
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    currentTarget.value = '';
    if (file) void take(readFile(file));
  };
  return (
    <section aria-label="Inviter en nombre">
      <SectionHeader title="Inviter en nombre" />
      <Card className="grid max-w-3xl grid-cols-1 gap-5">
        <p className="text-sm text-muted-foreground">
          Choisis la liste de ta communauté. Tu vois ce que devient chaque ligne avant tout envoi.
        </p>
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        <div className="grid gap-2">
          <Button className="justify-self-start" onClick={() => input.current?.click()}>
            <Upload />
            <span>Choisir un fichier CSV</span>
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="Fichier CSV"
            accept=".csv,.tsv,.txt,.gz,text/csv,text/plain,application/gzip"
            onChange={choose}
          />
          <p className="text-sm text-muted-foreground">2 000 lignes et 1 Mo au plus.</p>
        </div>
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void take(readText(pasted));
          }}
        >
          <Field label="Ou colle ton tableau">
            <Textarea
              rows={5}
              spellCheck={false}
              autoComplete="off"
              placeholder={'E-mail;Prénom;Nom;Boutique\nlea@exemple.fr;Léa;Roux;Atelier Roux'}
              value={pasted}
              onChange={(event) => setPasted(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="outline"
            className="justify-self-start"
            disabled={pasted.trim() === ''}
          >
            Lire ce tableau
          </Button>
        </form>
      </Card>
    </section>
  );
}
