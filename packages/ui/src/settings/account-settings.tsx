import { THEMES } from '@guilde/contracts/settings/rules.ts';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useMember } from '../auth/account.ts';
import { EmailRow } from '../credentials/email-row.tsx';
import { Card } from '../kit/card.tsx';
import { RadioCards } from '../kit/choice-cards.tsx';
import { FieldGroup } from '../kit/field.tsx';
import { DecisionsSection } from '../reports/decisions-section.tsx';
import { BlockedMembers } from './blocked-members.tsx';
import type { SettingsProps } from './data.ts';
import { LetterShortcutsRow } from './letter-shortcuts-row.tsx';
import { SirenRow } from './siren-row.tsx';

const icons = { system: <Monitor />, light: <Sun />, dark: <Moon /> };
const themeOptions = THEMES.map(({ id, label }) => ({ value: id, label, icon: icons[id] }));

export function AccountSettings({ settings, change }: SettingsProps) {
  const { email } = useMember();
  return (
    <>
      <Card className="divide-y p-0 md:p-0">
        <EmailRow email={email} />
        <SirenRow />
        <BlockedMembers />
        <div className="px-4 py-3 md:px-5 md:py-4">
          <FieldGroup label="Thème" single>
            <RadioCards
              columns={1}
              className="grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))] *:px-3"
              options={themeOptions}
              value={settings.theme}
              onChange={(theme) => change({ theme })}
            />
          </FieldGroup>
        </div>
        <div className="px-4 py-3 max-md:py-1 md:px-5 md:py-4">
          <LetterShortcutsRow />
        </div>
      </Card>
      <DecisionsSection />
    </>
  );
}
