import type { CommunitySettings } from '@guilde/contracts/settings/rules.ts';
import { AccountAction } from '../../account/account-action.tsx';
import { Card, SectionHeader } from '../../kit/card.tsx';
import { Switch } from '../../kit/checkbox.tsx';
import { useCommunitySettings } from '../../settings/community.ts';
import { acts, useAct } from '../acts.ts';
import { AdminExport } from '../admin-export.tsx';
import { BenchmarkSwitch } from './benchmarks.tsx';

export function CommunitySection() {
  const settings = useCommunitySettings();
  const { run, isPending } = useAct(acts.changeCommunity);
  const change = (changed: Partial<CommunitySettings>) => void run({ ...settings, ...changed });
  return (
    <section>
      <SectionHeader title="Réglages de la communauté" />
      <Card className="divide-y p-0 md:p-0">
        <Switch
          className="px-4 py-3 md:px-5 md:py-4"
          label="Messages vocaux"
          description="Deux minutes au plus, dans les conversations. Ceux qui sont déjà envoyés sont conservés."
          checked={settings.voiceMessages}
          disabled={isPending}
          onChange={(voiceMessages) => change({ voiceMessages })}
        />
        <Switch
          className="px-4 py-3 md:px-5 md:py-4"
          label="Événements & Rooms"
          description="Les membres proposent des Rooms, des ateliers et des rencontres. Sans cela, la page dit qu’elle est en développement."
          checked={settings.events}
          disabled={isPending}
          onChange={(events) => change({ events })}
        />
        <Switch
          className="px-4 py-3 md:px-5 md:py-4"
          label="Deals groupés"
          description="Les membres regroupent leurs besoins et un membre négocie. Sans cela, la page dit qu’elle est en développement."
          checked={settings.deals}
          disabled={isPending}
          onChange={(deals) => change({ deals })}
        />
        <BenchmarkSwitch />
        <AccountAction
          title="Partir avec la communauté"
          text="Membres, SOS et résumés dans un format ouvert. Les messages et les notes n’y sont pas."
        >
          <AdminExport
            path="/api/admin/community/export"
            file="guilde-communaute.zip"
            label="Exporter la communauté"
            done="Communauté exportée"
            hint="L’archive contient des données personnelles : supprime-la dès qu’elle a servi."
            failed="La communauté n’a pas pu être exportée"
          />
        </AccountAction>
      </Card>
    </section>
  );
}
