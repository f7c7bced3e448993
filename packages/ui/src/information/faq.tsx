import { Link as LinkIcon } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Accordion, AccordionItem } from '../kit/accordion.tsx';
import { paths } from '../paths.ts';
import { readDocument } from './document.ts';
import { DocumentBlocks } from './document-blocks.tsx';
import questions from './questions.md?raw';
import { useScrollToAnchor } from './scroll-to-anchor.ts';

const { sections } = readDocument(questions);

/** The open question is in the address, so that it can be shared. */
export function Faq() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useScrollToAnchor();
  const open = (id: string) =>
    void navigate({ pathname: paths.information('faq'), hash: id }, { replace: true });
  return (
    <div className="grid gap-4">
      <Accordion type="single" collapsible value={hash.slice(1)} onValueChange={open}>
        {sections.map(({ id, title, blocks }) => (
          <AccordionItem key={id} value={id} title={title}>
            <div className="grid max-w-prose gap-3 [&_a]:text-primary [&_a]:underline [&_a]:underline-offset-4">
              <DocumentBlocks blocks={blocks} />
            </div>
          </AccordionItem>
        ))}
      </Accordion>
      <p className="flex items-center gap-2 text-sm text-muted-foreground">
        <LinkIcon className="size-4 shrink-0" />
        Pour partager une réponse, ouvre-la et copie l’adresse de la page.
      </p>
    </div>
  );
}
