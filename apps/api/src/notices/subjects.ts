import type { NoticePlace } from './content.ts';

/** Names the parts of a stored subject, which colons separate: the version before reads and writes it, too. */
export function noticeSubject<const Name extends string>(...names: readonly Name[]) {
  /** A part that is missing is empty. */
  const read = (subject: string): Record<Name, string> => {
    const parts = subject.split(':');
    return Object.fromEntries(names.map((name, at) => [name, parts[at] ?? ''])) as Record<Name, string>;
  };
  return {
    read,
    write: (parts: Record<Name, string | number>): string => names.map((name) => parts[name]).join(':'),
    /** The notice is about what has the id of that part, and leads to its path. */
    about:
      (name: Name, pathOf: (id: string) => string) =>
      (subject: string): NoticePlace => {
        const id = read(subject)[name];
        return { id, path: pathOf(id) };
      },
  };
}
