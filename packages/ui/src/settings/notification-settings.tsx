import { type Settings, UNREAD_MAIL_MINUTES } from '@guilde/contracts/settings/rules.ts';
import { BellRing, type LucideIcon, Mail } from 'lucide-react';
import { useId } from 'react';
import { useMember } from '../auth/account.ts';
import { Card, SectionHeader } from '../kit/card.tsx';
import { Switch, SwitchTrack } from '../kit/checkbox.tsx';
import type { SettingsProps } from './data.ts';
import { DesktopSettings } from './desktop-settings.tsx';
import { ThisDevice } from './this-device.tsx';

type Wish = {
  what: string;
  text: string;
  notification?: 'notifyMessages' | 'notifyMatching' | 'notifyAnnouncements';
  mail?: 'emailUnread' | 'emailAnnouncements' | 'emailDigest' | 'emailReport';
};

const wishes: Wish[] = [
  {
    what: 'Messages',
    text: `Dans tes conversations. E-mail après ${UNREAD_MAIL_MINUTES}\u00a0minutes, demandes d’aide comprises.`,
    notification: 'notifyMessages',
    mail: 'emailUnread',
  },
  {
    what: 'Demandes d’aide',
    text: 'Un SOS a besoin de toi, ou un membre t’invite à aider.',
    notification: 'notifyMatching',
  },
  {
    what: 'Annonces de l’équipe',
    text: 'Elles s’affichent aussi en haut de chaque page.',
    notification: 'notifyAnnouncements',
    mail: 'emailAnnouncements',
  },
  {
    what: 'Récapitulatif de la semaine',
    text: 'Le mardi matin, s’il y a du nouveau dans tes spécialités.',
    mail: 'emailDigest',
  },
];
const wishesOfAdministrators: Wish[] = [
  { what: 'Rapport de la semaine', text: 'Le lundi matin, dix chiffres.', mail: 'emailReport' },
];

export function NotificationSettings({ settings, change }: SettingsProps) {
  return (
    <>
      <ThisDevice silent={!settings.sound} />
      <section>
        <SectionHeader title="Sur tous tes appareils" />
        <Card className="divide-y p-0 md:p-0">
          <WishTable settings={settings} change={change} />
          <div className="px-4 py-3 max-md:py-1 md:px-5 md:py-4">
            <Switch
              label="Début des messages"
              description="La notification montre aussi le début du texte, même application fermée."
              checked={settings.pushExtracts}
              onChange={(pushExtracts) => change({ pushExtracts })}
            />
          </div>
          <div className="px-4 py-3 max-md:py-1 md:px-5 md:py-4">
            <Switch
              label="Son"
              description="Chaque notification déclenche le son de ton appareil."
              checked={settings.sound}
              onChange={(sound) => change({ sound })}
            />
          </div>
        </Card>
      </section>
      <DesktopSettings />
    </>
  );
}

function WishTable({ settings, change }: SettingsProps) {
  const { email, role } = useMember();
  const rows = role === 'admin' ? [...wishes, ...wishesOfAdministrators] : wishes;
  return (
    <div className="@container px-4 py-3 text-sm md:px-5">
      <table className="w-full table-fixed border-collapse">
        <thead>
          <tr className="text-xs text-muted-foreground">
            <th scope="col" className="p-0">
              <span className="sr-only">Sujet</span>
            </th>
            <ChannelHead icon={BellRing} label="Notification" />
            <ChannelHead icon={Mail} label="E-mail" />
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((wish) => (
            <WishRow key={wish.what} wish={wish} settings={settings} change={change} />
          ))}
        </tbody>
      </table>
      <p className="border-t pt-3 text-muted-foreground">
        Tu reçois les e-mails de messages et d’annonces sur{' '}
        <span className="wrap-anywhere text-foreground">{email}</span>, si aucun de tes appareils n’a pu
        t’avertir.
      </p>
    </div>
  );
}

function ChannelHead({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <th scope="col" className="w-16 p-0 pb-2 font-medium @lg:w-24 @max-[19rem]:w-12">
      <span className="grid justify-items-center gap-1">
        <Icon className="size-4.5" />
        <span className="@max-[19rem]:sr-only">{label}</span>
      </span>
    </th>
  );
}

function WishRow({
  wish: { what, text, notification, mail },
  settings,
  change,
}: SettingsProps & { wish: Wish }) {
  return (
    <tr>
      <th scope="row" className="py-3 pr-3 text-left font-normal wrap-anywhere hyphens-auto">
        <span className="block font-medium">{what}</span>
        <span className="block text-muted-foreground">{text}</span>
      </th>
      <WishCell name={`${what}, notification`} setting={notification} settings={settings} change={change} />
      <WishCell name={`${what}, e-mail`} setting={mail} settings={settings} change={change} />
    </tr>
  );
}

type WishCellProps = SettingsProps & {
  name: string;
  setting: NonNullable<Wish['notification' | 'mail']> | undefined;
};

function WishCell({ name, setting, settings, change }: WishCellProps) {
  const id = useId();
  return (
    <td className="p-0 text-center align-middle">
      {setting ? (
        <label htmlFor={id} className="relative flex min-h-11 items-center justify-center">
          <span id={`${id}-name`} className="sr-only">
            {name}
          </span>
          <SwitchTrack
            id={id}
            aria-labelledby={`${id}-name`}
            checked={settings[setting]}
            onChange={(checked) => change({ [setting]: checked } as Partial<Settings>)}
          />
        </label>
      ) : (
        <span className="text-muted-foreground">
          <span aria-hidden>–</span>
          <span className="sr-only">Non proposé</span>
        </span>
      )}
    </td>
  );
}
