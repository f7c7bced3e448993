import type { Message } from '@guilde/contracts/conversations/rules.ts';
import { textOrFiles } from '@guilde/contracts/files/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { chatButtonState, type Sos } from '@guilde/contracts/sos/rules.ts';
import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { useSolutions } from '../conversations/solutions.ts';
import { Card } from '../kit/card.tsx';
import { Linkified } from '../linkified.tsx';
import { useSosOutcomes } from '../outcomes/data.ts';
import { paths } from '../paths.ts';

type Props = { sos: Sos; heading: 'h2' | 'h3' };

/** Participants read the messages that the requester marked; everybody reads what its article says. */
export function WhatWorked(props: Props) {
  const { sos } = props;
  const { id: viewerId } = useMember();
  if (sos.status !== 'resolved') return null;
  const { conversation } = sos;
  return conversation && chatButtonState(viewerId, sos) === 'participant' ? (
    <MarkedMessages {...props} conversationId={conversation.id} />
  ) : (
    <OfArticle {...props} />
  );
}

function MarkedMessages({ conversationId, ...props }: Props & { conversationId: string }) {
  // A closed conversation has its last marks.
  const { data: solutions } = useSolutions({ id: conversationId, revision: 0 });
  if (!solutions) return null;
  if (solutions.length === 0) return <OfArticle {...props} />;
  return (
    <Frame heading={props.heading}>
      <ul className="grid gap-2">
        {solutions.map((message) => (
          <li key={message.id}>
            <p className="text-sm font-medium">{senderOf(props.sos, message)}</p>
            <Linkified text={textOrFiles(message)} />
          </li>
        ))}
      </ul>
    </Frame>
  );
}

function senderOf({ author, helpers }: Sos, { senderId }: Message): string {
  return memberName([author, ...helpers].find((member) => member?.id === senderId) ?? null);
}

function OfArticle({ sos, heading }: Props) {
  const article = useSosOutcomes(sos.id).data?.article;
  if (!article) return null;
  return (
    <Frame heading={heading}>
      {article.keyPoints.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5">
          {article.keyPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      <Link
        to={paths.article(article.id)}
        className="w-fit rounded-sm text-sm text-primary-strong underline underline-offset-4 max-md:py-2.5"
      >
        Lire le résumé
      </Link>
    </Frame>
  );
}

function Frame({ heading: Heading, children }: Pick<Props, 'heading'> & { children: ReactNode }) {
  return (
    <Card asChild edge="primary" className="grid gap-3 md:p-4">
      <section aria-labelledby="sos-worked">
        <Heading id="sos-worked" className="flex items-center gap-2 text-base">
          <BadgeCheck className="size-4.5 text-success" />
          Ce qui a marché
        </Heading>
        {children}
      </section>
    </Card>
  );
}
