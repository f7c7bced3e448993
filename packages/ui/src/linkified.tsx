import { webAddress } from '@guilde/contracts/web-address.ts';
import { cn } from './kit/cn.ts';

type Part = { start: number; text: string; href?: string };

const candidate = /\b(?:https?:\/\/|www\.)[^\s<>"«»]+/giu;

/** Only addresses of public web sites become links. */
export function splitLinks(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(candidate)) {
    const address = withoutTail(match[0]);
    const href = hrefOf(address);
    if (!href) continue;
    if (match.index > end) parts.push({ start: end, text: text.slice(end, match.index) });
    parts.push({ start: match.index, text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ start: end, text: text.slice(end) });
  return parts;
}

/** Leaves out the punctuation of the sentence; a closing bracket stays when it was opened in the address. */
function withoutTail(address: string): string {
  const surplus = {
    ')': count(address, ')') - count(address, '('),
    ']': count(address, ']') - count(address, '['),
  };
  let end = address.length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    if (/[.,;:!?'’"…*]/u.test(last)) continue;
    if ((last !== ')' && last !== ']') || surplus[last] <= 0) break;
    surplus[last]--;
  }
  return address.slice(0, end);
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

function hrefOf(address: string): string | null {
  return webAddress(/^www\./iu.test(address) ? `https://${address}` : address);
}

export function Linkified({ text, className }: { text: string; className?: string }) {
  const classes = cn('wrap-anywhere whitespace-pre-wrap', className);
  const parts = splitLinks(text);
  if (parts.every(({ href }) => !href)) return <span className={classes}>{text}</span>;
  return (
    <span className={classes}>
      {parts.map((part) => {
        if (!part.href) return <span key={part.start}>{part.text}</span>;
        return (
          <a
            key={part.start}
            href={part.href}
            dir="ltr"
            target="_blank"
            rel="noopener noreferrer"
            className="underline decoration-current/40 underline-offset-2 hover:decoration-current"
          >
            {part.text}
          </a>
        );
      })}
    </span>
  );
}
