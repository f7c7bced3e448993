import { spawnSync } from 'node:child_process';
import ICAL from 'ical.js';

/** Returns what ical.js reads; it throws where the text is no calendar. */
export function entriesIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      title: event.summary,
      description: event.description,
      location: event.location,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      isUtc: event.startDate.zone === ICAL.Timezone.utcTimezone,
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue('status')),
    };
  });
}

/** Debian's python3-icalendar is another reader than ours. */
const PYTHON = `
import sys
from icalendar import Calendar
calendar = Calendar.from_ical(sys.stdin.buffer.read())
for event in calendar.walk('VEVENT'):
    print(event['UID'], event['DTSTART'].dt.isoformat(), event['DTEND'].dt.isoformat(), event['STATUS'])
`;

export const hasPython = spawnSync('/usr/bin/python3', ['-c', 'import icalendar']).status === 0;

/** Returns UID, beginning, end and status of each entry, as python3-icalendar reads them. */
export function readByPython(text: string): string[][] {
  const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', PYTHON], { input: text, encoding: 'utf8' });
  if (stderr) throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
}
