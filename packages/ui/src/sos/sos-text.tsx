import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { SosAddition, SosDetail } from '@guilde/contracts/sos/rules.ts';
import { useMember } from '../auth/account.ts';
import { fileCaption } from '../conversations/labels.ts';
import { ShownFiles } from '../files/shown-files.tsx';
import { formatDateTime } from '../kit/format.ts';
import { Linkified } from '../linkified.tsx';

/** Shows text, files and « Précisions » of the author. */
export function SosText({ sos, heading }: { sos: SosDetail; heading: 'h2' | 'h3' }) {
  return (
    <>
      <Linkified text={sos.description} />
      {sos.files.length > 0 && <SosFiles sos={sos} />}
      {sos.additions.map((addition) => (
        <Addition key={addition.id} addition={addition} heading={heading} />
      ))}
    </>
  );
}

function SosFiles({ sos }: { sos: SosDetail }) {
  const { id: viewerId } = useMember();
  const author = sos.author?.id === viewerId ? 'moi' : memberName(sos.author);
  return (
    <ShownFiles place={`sos/${sos.id}`} files={sos.files} caption={fileCaption(author, sos.createdAt)} />
  );
}

function Addition({ addition, heading: Heading }: { addition: SosAddition; heading: 'h2' | 'h3' }) {
  return (
    <section className="grid gap-1.5 border-l-2 border-primary/40 pl-4">
      <Heading className="flex flex-wrap items-baseline gap-x-2 text-sm font-semibold">
        Précision
        <time dateTime={addition.createdAt} className="text-xs font-normal text-muted-foreground">
          {formatDateTime(addition.createdAt)}
        </time>
      </Heading>
      <Linkified text={addition.content} />
    </section>
  );
}
