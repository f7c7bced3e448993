import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { usePlatform } from '../platform.ts';
import { saveFile } from '../save-file.ts';

const FILE = 'guilde-codes-de-secours.txt';

function shown(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** The codes cannot be shown again. */
export function RecoveryCodeList({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const platform = usePlatform();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.map(shown).join('\n');
  const download = () =>
    saveFile(new Blob([`Guilde, codes de secours\n\n${text}\n`], { type: 'text/plain' }), FILE);
  return (
    <div className="grid grid-cols-1 gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-base font-medium outline-none">
        Note tes codes de secours
      </h3>
      <p className="text-sm text-muted-foreground">
        Chacun te connecte une fois si tu perds ton téléphone. Imprime-les ou enregistre-les ailleurs : ils ne
        seront plus affichés.
      </p>
      <ul
        aria-label="Codes de secours"
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-lg bg-muted px-4 py-3 text-center font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{shown(code)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton copy={() => platform.copyText(text)} />
        <Button variant="outline" size="sm" onClick={download}>
          <Download />
          Télécharger
        </Button>
      </div>
      <Button onClick={onDone}>Je les ai notés</Button>
    </div>
  );
}
