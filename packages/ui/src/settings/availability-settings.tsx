import { ALERTS_PER_DAY_MAX, isPaused, TIME_ZONES } from '@guilde/contracts/settings/rules.ts';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Switch } from '../kit/checkbox.tsx';
import { Field } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { Select } from '../kit/select.tsx';
import { serverNow } from '../kit/server-time.ts';
import type { Quiet } from '../shell/member-menu.tsx';
import type { SettingsProps } from './data.ts';
import { deviceTimeZone } from './device-time-zone.ts';
import { useDoNotDisturb } from './do-not-disturb.ts';
import { QuietHoursFields } from './quiet-hours.tsx';

const PROPOSED_PAUSE_DAYS = 7;

export function AvailabilitySettings({ settings, change }: SettingsProps) {
  const quiet = useDoNotDisturb();
  return (
    <Card className="divide-y p-0 *:px-4 *:py-3 max-md:*:py-1 md:p-0 md:*:px-5 md:*:py-4">
      <Pause settings={settings} change={change} />
      <div>
        <Field
          label="Alertes par jour"
          hint="Guilde te propose au plus ce nombre de SOS en 24 heures."
          className="items-center gap-x-6 max-md:py-2.5 sm:grid-cols-[minmax(0,1fr)_10rem]"
        >
          <Select
            options={CAPS}
            value={String(settings.alertsPerDay)}
            onChange={(event) => change({ alertsPerDay: Number(event.target.value) })}
          />
        </Field>
      </div>
      <div>
        <DoNotDisturb {...quiet} />
      </div>
      <div>
        <QuietHoursFields
          quietHours={settings.quietHours}
          onChange={(quietHours) => change({ quietHours })}
        />
      </div>
      {settings.quietHours && deviceTimeZone() === null && (
        <div>
          <Field
            label="Fuseau horaire"
            hint="Ton navigateur ne dit pas où tu es."
            className="items-center gap-x-6 max-md:py-2.5 sm:grid-cols-[minmax(0,1fr)_15rem]"
          >
            <Select
              options={TIME_ZONES.map(({ id, label }) => ({ value: id, label }))}
              value={settings.timeZone}
              onChange={(event) => change({ timeZone: event.target.value })}
            >
              {!TIME_ZONES.some(({ id }) => id === settings.timeZone) && (
                <option value={settings.timeZone}>{settings.timeZone}</option>
              )}
            </Select>
          </Field>
        </div>
      )}
      {(settings.quietHours || quiet.activeLabel) && (
        <div>
          <Switch
            label="SOS urgents pendant les heures calmes"
            description="Un SOS urgent peut te prévenir même alors, ou pendant « Ne pas déranger »."
            checked={settings.urgentInQuietHours}
            onChange={(urgentInQuietHours) => change({ urgentInQuietHours })}
          />
        </div>
      )}
    </Card>
  );
}

const PLACES = ['first', 'second'];

const CAPS = Array.from({ length: ALERTS_PER_DAY_MAX + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'Aucune' : `${count} au plus`,
}));

function Pause({ settings: { pausedUntil }, change }: SettingsProps) {
  const [now] = useState(serverNow);
  const paused = isPaused({ pausedUntil }, now);
  return (
    <div className="grid gap-3">
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

function DoNotDisturb({ activeLabel, acts }: Quiet) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 max-md:py-2.5">
      <p className="min-w-48 flex-1">
        <span className="block font-medium">{activeLabel ?? 'Ne pas déranger'}</span>
        <span className="block text-sm text-muted-foreground">
          Aucune notification, sur aucun de tes appareils.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {acts.map(({ label, run }, place) => (
          <Button
            key={PLACES[place]}
            variant="outline"
            size="sm"
            onClick={({ currentTarget }) => {
              run();
              // The first button stays, with what can be done next.
              currentTarget.parentElement?.querySelector('button')?.focus();
            }}
          >
            {label}
          </Button>
        ))}
      </div>
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
