import { isTimeZone } from '@guilde/contracts/settings/rules.ts';

/** Some browsers name no time zone, « Etc/Unknown » or a name that nobody knows; the result is null then. */
export function deviceTimeZone(): string | null {
  const name: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return name && name !== 'Etc/Unknown' && isTimeZone(name) ? name : null;
}
