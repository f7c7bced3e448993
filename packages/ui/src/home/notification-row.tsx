import type { NotificationEntry } from '@guilde/contracts/home/rules.ts';
import { CircleQuestionMark } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { NewsDot } from '../kit/count-badge.tsx';
import { RelativeTime } from '../kit/relative-time.tsx';
import { paths } from '../paths.ts';
import { SETTING_LINKS, wordsOf } from './notification-words.ts';

/** One tap leads to what it is about, another says why. */
export function NotificationRow({ entry }: { entry: NotificationEntry }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const words = wordsOf(entry);
  return (
    <div>
      <div className="flex items-center">
        <Target entry={entry} words={words} />
        <Button
          variant="ghost"
          size="icon"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={words.question}
          title={words.question}
          className="mr-2 shrink-0 text-muted-foreground"
          onClick={() => setOpen(!isOpen)}
        >
          <CircleQuestionMark />
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className="grid gap-1 pr-4 pb-3 pl-12 text-sm md:pl-13">
        <p className="font-medium">{words.question}</p>
        <p className="text-muted-foreground">{words.answer}</p>
        {words.page ? (
          <p>
            <Link
              to={paths.settings(words.page)}
              className="inline-flex min-h-8 items-center text-primary-strong underline underline-offset-4 max-md:min-h-11"
            >
              {SETTING_LINKS[words.page]}
            </Link>
          </p>
        ) : (
          <p className="text-muted-foreground">Aucun réglage n’en décide.</p>
        )}
      </div>
    </div>
  );
}

function Target({
  entry,
  words: { icon: Icon, said, how },
}: {
  entry: NotificationEntry;
  words: ReturnType<typeof wordsOf>;
}) {
  const { title, path, isUnread, createdAt } = entry;
  const content = (
    <>
      <Icon className="size-5 shrink-0 text-primary" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-3 text-pretty wrap-anywhere">
          <strong className={isUnread ? 'font-semibold' : 'font-medium'}>{said}</strong>
          {title && <span>{`\u00a0: «\u00a0${title}\u00a0»`}</span>}
        </span>
        <span className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted-foreground">
          <span>{how}</span>
          <span aria-hidden>·</span>
          <RelativeTime date={createdAt} format="age-or-date" />
          {isUnread && <NewsDot label="non lu" className="size-2" />}
        </span>
      </span>
    </>
  );
  const className = 'flex min-h-16 min-w-0 flex-1 items-center gap-3 py-2.5 pr-2 pl-4 md:pl-5';
  if (!path) return <div className={className}>{content}</div>;
  return (
    <Link to={path} className={`${className} hover:bg-muted focus-visible:-outline-offset-2`}>
      {content}
    </Link>
  );
}
