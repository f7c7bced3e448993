import { type Settings, THEMES, UNREAD_MAIL_MINUTES } from '@guilde/contracts/settings/rules.ts';
import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { PasswordSection } from '../account/password-section.tsx';
import { useMember } from '../auth/account.ts';
import { EmailSection } from '../credentials/email-section.tsx';
import { PasskeySection } from '../credentials/passkey-section.tsx';
import { ProofDialog } from '../credentials/proof-dialog.tsx';
import { SecondFactorSection } from '../credentials/second-factor-section.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { Switch } from '../kit/checkbox.tsx';
import { RadioCards } from '../kit/choice-cards.tsx';
import { FieldGroup } from '../kit/field.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { DecisionsSection } from '../reports/decisions-section.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { AvailabilitySection } from './availability-section.tsx';
import { BlockedMembers } from './blocked-members.tsx';
import { useChangeSettings, useSettings } from './data.ts';
import { DesktopSettings } from './desktop-settings.tsx';
import { QuietHoursFields } from './quiet-hours.tsx';
import { SirenSection } from './siren-section.tsx';
import { ThisDevice } from './this-device.tsx';

export function Component() {
  return (
    <Page width="narrow">
      <PageHeader
        title="Réglages"
        description="Tes choix sont enregistrés aussitôt et te suivent sur tous tes appareils."
      />
      <Content />
    </Page>
  );
}

function Content() {
  const { data: settings, error, refetch, isFetching } = useSettings();
  if (settings) return <Sections settings={settings} />;
  if (error) {
    return <LoadFailed title="Impossible de charger les réglages" query={{ error, refetch, isFetching }} />;
  }
  return <SettingsSkeleton />;
}

const SKELETON_SECTIONS = [
  ['consent'],
  ['messages', 'extracts', 'matching', 'announcements', 'sound', 'quiet'],
  ['availability', 'alerts'],
  ['mail', 'digest', 'announcement-mail'],
  ['theme'],
  ['siren'],
  ['email'],
  ['password'],
  ['passkeys'],
  ['second-factor'],
  ['blocked'],
];

function SettingsSkeleton() {
  return (
    <SkeletonGroup className="grid gap-8">
      {SKELETON_SECTIONS.map((rows) => (
        <div key={rows[0]}>
          <Skeleton className="mb-4 h-5 w-32" />
          <Card className="divide-y p-0 md:p-0">
            {rows.map((row) => (
              <div key={row} className="flex gap-3 px-4 py-4 md:px-5">
                <Skeleton className="h-5 w-9 shrink-0 rounded-full" />
                <div className="grid flex-1 gap-2">
                  <Skeleton className="w-40 max-w-full" />
                  <Skeleton className="w-4/5" />
                </div>
              </div>
            ))}
          </Card>
        </div>
      ))}
    </SkeletonGroup>
  );
}

type Change = (change: Partial<Settings>) => void;

function Sections({ settings }: { settings: Settings }) {
  const { mutate: change } = useChangeSettings();
  const { email } = useMember();
  return (
    <div className="grid grid-cols-1 gap-8">
      <ThisDevice silent={!settings.sound} />
      <NotificationSection settings={settings} change={change} />
      <AvailabilitySection settings={settings} change={change} />
      <MailSection settings={settings} change={change} />
      <section>
        <SectionHeader title="Apparence" />
        <FieldGroup label="Thème">
          <RadioCards
            columns={3}
            options={themeOptions}
            value={settings.theme}
            onChange={(theme) => change({ theme })}
          />
        </FieldGroup>
      </section>
      <SirenSection />
      <EmailSection email={email} />
      <PasswordSection />
      <PasskeySection />
      <SecondFactorSection />
      <DecisionsSection />
      <BlockedMembers />
      <ProofDialog />
      <DesktopSettings />
    </div>
  );
}

const icons = { system: <Monitor />, light: <Sun />, dark: <Moon /> };
const themeOptions = THEMES.map(({ id, label }) => ({ value: id, label, icon: icons[id] }));

function NotificationSection({ settings, change }: { settings: Settings; change: Change }) {
  return (
    <section>
      <SectionHeader title="Notifications" />
      <Card className="divide-y p-0 md:p-0">
        <Row>
          <Switch
            label="Nouveaux messages"
            description="Dans les conversations auxquelles tu participes."
            checked={settings.notifyMessages}
            onChange={(notifyMessages) => change({ notifyMessages })}
          />
        </Row>
        <Row>
          <Switch
            label="Début des messages"
            description="Quand Guilde est fermée, la notification montre aussi le début du message, et pas seulement le titre du SOS et un prénom."
            checked={settings.pushExtracts}
            onChange={(pushExtracts) => change({ pushExtracts })}
          />
        </Row>
        <Row>
          <Switch
            label="Demandes d’aide"
            description="Quand un SOS a besoin de toi, ou qu’un membre t’invite à aider. Le nombre se règle plus bas."
            checked={settings.notifyMatching}
            onChange={(notifyMatching) => change({ notifyMatching })}
          />
        </Row>
        <Row>
          <Switch
            label="Annonces de l’équipe"
            description="Elles s’affichent toujours en haut de Guilde ; ici, tu choisis d’en être aussi averti sur tes appareils."
            checked={settings.notifyAnnouncements}
            onChange={(notifyAnnouncements) => change({ notifyAnnouncements })}
          />
        </Row>
        <Row>
          <Switch
            label="Son"
            description="Chaque notification déclenche le son de ton appareil."
            checked={settings.sound}
            onChange={(sound) => change({ sound })}
          />
        </Row>
        <Row>
          <QuietHoursFields
            quietHours={settings.quietHours}
            onChange={(quietHours) => change({ quietHours })}
          />
        </Row>
      </Card>
    </section>
  );
}

function MailSection({ settings, change }: { settings: Settings; change: Change }) {
  const { email, role } = useMember();
  return (
    <section>
      <SectionHeader title="E-mails" />
      <Card className="divide-y p-0 md:p-0">
        <Row>
          <Switch
            label="Messages non lus"
            description={
              <>
                Un e-mail par conversation non lue depuis {UNREAD_MAIL_MINUTES} minutes, sans le contenu des
                messages, si aucun de tes appareils n’a pu t’avertir ; de même quand quelqu’un rejoint ton SOS
                ou t’invite à aider. Il est envoyé à <span className="wrap-anywhere">{email}</span>.
              </>
            }
            checked={settings.emailUnread}
            onChange={(emailUnread) => change({ emailUnread })}
          />
        </Row>
        <Row>
          <Switch
            label="Récapitulatif de la semaine"
            description="Le mardi matin, s’il y a des SOS dans tes spécialités ou de nouvelles solutions."
            checked={settings.emailDigest}
            onChange={(emailDigest) => change({ emailDigest })}
          />
        </Row>
        <Row>
          <Switch
            label="Annonces de l’équipe par e-mail"
            description="Quand tu n’as pas lu une annonce après une demi-heure et qu’aucun de tes appareils n’a pu t’avertir."
            checked={settings.emailAnnouncements}
            onChange={(emailAnnouncements) => change({ emailAnnouncements })}
          />
        </Row>
        {role === 'admin' && (
          <Row>
            <Switch
              label="Rapport de la semaine"
              description="Le lundi matin, dix chiffres sur la communauté, pour les administrateurs."
              checked={settings.emailReport}
              onChange={(emailReport) => change({ emailReport })}
            />
          </Row>
        )}
      </Card>
    </section>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="px-4 py-3 max-md:py-1 md:px-5 md:py-4">{children}</div>;
}
