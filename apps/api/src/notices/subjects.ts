/** Names the parts of a stored subject, which colons separate: the version before reads and writes it, too. */
export function noticeSubject<const Name extends string>(...names: readonly Name[]) {
  return {
    write: (parts: Record<Name, string | number>): string => names.map((name) => parts[name]).join(':'),
    /** A part that is missing is empty. */
    read: (subject: string): Record<Name, string> => {
      const parts = subject.split(':');
      return Object.fromEntries(names.map((name, at) => [name, parts[at] ?? ''])) as Record<Name, string>;
    },
  };
}
