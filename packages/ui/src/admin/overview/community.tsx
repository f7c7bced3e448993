import type { CommunitySettings } from '@guilde/contracts/settings/rules.ts';
import { Card, SectionHeader } from '../../kit/card.tsx';
import { Switch } from '../../kit/checkbox.tsx';
import { useCommunitySettings } from '../../settings/community.ts';
import { acts, useAct } from '../acts.ts';

export function CommunitySection() {
  const settings = useCommunitySettings();
  const { run, isPending } = useAct(acts.changeCommunity);
  const change = (changed: Partial<CommunitySettings>) => void run({ ...settings, ...changed });
  return (
    <section>
      <SectionHeader title="Réglages de la communauté" />
      <Card>
        <Switch
          label="Messages vocaux"
          description="Deux minutes au plus, dans les conversations. Ceux qui sont déjà envoyés sont conservés."
          checked={settings.voiceMessages}
          disabled={isPending}
          onChange={(voiceMessages) => change({ voiceMessages })}
        />
      </Card>
    </section>
  );
}
