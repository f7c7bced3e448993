import { useEffect, useState } from 'react';
import { type DateInput, formatAge, formatAgeOrDate, formatDateTime } from './format.ts';
import { hoverTitle } from './hover-title.ts';
import { serverNow } from './server-time.ts';

const formats = { age: formatAge, 'age-or-date': formatAgeOrDate };

/** The text is updated while the page is open; the full date is a tooltip. */
export function RelativeTime({
  date,
  format = 'age',
  className,
}: {
  date: DateInput;
  format?: keyof typeof formats;
  className?: string;
}) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time
      dateTime={new Date(date).toISOString()}
      {...hoverTitle(() => formatDateTime(date))}
      className={className}
    >
      {formats[format](date, Math.max(now, new Date(date).getTime()))}
    </time>
  );
}
