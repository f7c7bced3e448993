import { FOUND_MAX, FOUND_PAGE, type MessageFound } from '@guilde/contracts/conversations/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Highlighted } from '../highlighted.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { Button } from '../kit/button.tsx';
import { RelativeTime } from '../kit/relative-time.tsx';
import { paths } from '../paths.ts';
import { useMessageSearch } from './message-search.ts';

/** Needs a `key` per search. */
export function FoundMessages({
  text,
  memberId,
  heading: Heading,
}: {
  text: string;
  memberId: string;
  heading: 'h2' | 'h3';
}) {
  const [limit, setLimit] = useState(FOUND_PAGE);
  const { data, isFetching } = useMessageSearch(text, limit);
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="found-messages" className="mt-3 first:mt-0">
      <Heading id="found-messages" className="px-3 pb-1 text-xs font-semibold text-muted-foreground">
        Messages
      </Heading>
      <ul aria-labelledby="found-messages" className="grid grid-cols-1 gap-0.5">
        {data.items.map((found) => (
          <FoundMessage key={found.id} found={found} isMine={found.sender?.id === memberId} />
        ))}
      </ul>
      {data.hasMore && (
        <div className="px-3 py-2 text-xs text-muted-foreground">
          {limit < FOUND_MAX ? (
            <Button variant="ghost" size="sm" loading={isFetching} onClick={() => setLimit(FOUND_MAX)}>
              Afficher plus de messages
            </Button>
          ) : (
            <p>Seuls les {FOUND_MAX} plus récents sont affichés. Précise ta recherche.</p>
          )}
        </div>
      )}
    </section>
  );
}

function FoundMessage({ found, isMine }: { found: MessageFound; isMine: boolean }) {
  const { seq, sender, title, createdAt, excerpt, highlights, files } = found;
  return (
    <li>
      <Link
        to={paths.chatOf(found, { message: seq })}
        className="flex gap-3 rounded-md px-3 py-2.5 transition-colors duration-150 hover:bg-muted"
      >
        <Avatar name={memberName(sender)} src={sender?.avatarUrl} size="sm" className="mt-0.5" />
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate text-sm font-medium">
              {isMine ? 'Moi' : memberName(sender)}
            </span>{' '}
            <RelativeTime
              date={createdAt}
              format="age-or-date"
              className="shrink-0 text-xs text-muted-foreground tabular-nums"
            />
          </span>{' '}
          <span className="line-clamp-3 text-[0.8125rem] wrap-anywhere">
            <Highlighted text={excerpt} ranges={highlights} />
          </span>{' '}
          {files && (
            <span className="flex min-w-0 items-center gap-1 text-[0.8125rem]">
              <Paperclip className="size-3.5 shrink-0" />
              <span className="truncate">{files.join(', ')}</span>
            </span>
          )}{' '}
          <span className="truncate text-xs text-muted-foreground">{title}</span>
        </span>
      </Link>
    </li>
  );
}
