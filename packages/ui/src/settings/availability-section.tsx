import { ALERTS_PER_DAY_MAX, isPaused, type Settings } from '@guilde/contracts/settings/rules.ts';
import { useState } from 'react';
import { Card, SectionHeader } from '../kit/card.tsx';
import { Switch } from '../kit/checkbox.tsx';
import { Field } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { Select } from '../kit/select.tsx';

const PROPOSED_PAUSE_DAYS = 7;

export function AvailabilitySection({
  settings,
  change,
}: {
  settings: Settings;
  change: (change: Partial<Settings>) => void;
}) {
  return (
    <section>
      <SectionHeader title="Disponibilité" />
      <Card className="divide-y p-0 md:p-0">
        <Pause settings={settings} change={change} />
        <div className="px-4 py-4 md:px-5">
          <Field
            label="Alertes par jour"
            hint="Le nombre de SOS pour lesquels Guilde peut te demander de l’aide en 24 heures."
            className="md:ml-12"
          >
            <div className="sm:max-w-48">
              <Select
                options={CAPS}
                value={String(settings.alertsPerDay)}
                onChange={(event) => change({ alertsPerDay: Number(event.target.value) })}
              />
            </div>
          </Field>
        </div>
        {settings.quietHours && (
          <div className="px-4 py-3 max-md:py-1 md:px-5 md:py-4">
            <Switch
              label="SOS urgents pendant les heures calmes"
              description="Un SOS urgent peut te prévenir même pendant tes heures calmes."
              checked={settings.urgentInQuietHours}
              onChange={(urgentInQuietHours) => change({ urgentInQuietHours })}
            />
          </div>
        )}
      </Card>
    </section>
  );
}

const CAPS = Array.from({ length: ALERTS_PER_DAY_MAX + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'Aucune' : `${count} au plus`,
}));

function Pause({
  settings: { pausedUntil },
  change,
}: {
  settings: Settings;
  change: (change: Partial<Settings>) => void;
}) {
  const [now] = useState(Date.now);
  const paused = isPaused({ pausedUntil }, now);
  return (
    <div className="grid gap-3 px-4 py-3 max-md:py-1 md:px-5 md:py-4">
      <Switch
        label="Disponible"
        description="Guilde te prévient quand un SOS a besoin de toi. Personne ne voit si tu fais une pause."
        checked={!paused}
        onChange={(available) =>
          change({ pausedUntil: available ? null : morningOf(dayAfter(now, PROPOSED_PAUSE_DAYS)) })
        }
      />
      {paused && pausedUntil && (
        <Field label="En pause jusqu’au" className="pb-2 sm:max-w-48 md:ml-12">
          <Input
            type="date"
            min={dayAfter(now, 1)}
            value={dayAfter(Date.parse(pausedUntil), 0)}
            onChange={({ target }) => {
              if (target.value > dayAfter(now, 0)) change({ pausedUntil: morningOf(target.value) });
            }}
          />
        </Field>
      )}
    </div>
  );
}

/** Returns `2026-11-24` in the member's time zone. */
function dayAfter(now: number, days: number): string {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** Returns the first instant of the day in the member's time zone. */
function morningOf(day: string): string {
  return new Date(`${day}T00:00`).toISOString();
}
