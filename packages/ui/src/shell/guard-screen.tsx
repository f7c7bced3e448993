import { Spinner } from '../kit/spinner.tsx';
import { Logo } from './logo.tsx';

/** The texts are in docs/specification.md#pages-and-guards. */
export type GuardText =
  | 'Chargement...'
  | 'Chargement du profil...'
  | 'Redirection...'
  | 'Vérification des permissions...';

export function GuardScreen({ text }: { text: GuardText }) {
  return (
    <div className="flex min-h-[min(100dvh,40rem)] flex-1 flex-col items-center justify-center gap-5 p-6">
      <Logo className="size-12" />
      <Spinner text={text} />
    </div>
  );
}
