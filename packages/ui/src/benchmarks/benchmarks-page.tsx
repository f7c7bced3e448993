import { type Benchmarks, quarterLabel } from '@guilde/contracts/benchmarks/rules.ts';
import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { formatDate, plural } from '../kit/format.ts';
import { serverNow } from '../kit/server-time.ts';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../kit/tabs.tsx';
import { paths } from '../paths.ts';
import { useCommunity } from '../settings/community.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { AnswerForm } from './answer-form.tsx';
import { useBenchmarks } from './data.ts';
import { PlannedBenchmarks } from './planned-benchmarks.tsx';
import { ResultsTab } from './results-tab.tsx';
import { dayMonth, nextOpening } from './words.ts';

const TITLE = 'Benchmarks anonymisés';

export function Component() {
  const { data, isPending } = useCommunity();
  if (data?.benchmarks) return <BenchmarksContent />;
  return isPending ? (
    <Page>
      <PageHeader title={TITLE} />
    </Page>
  ) : (
    <PlannedBenchmarks />
  );
}

function BenchmarksContent() {
  const query = useBenchmarks();
  return (
    <Page>
      <PageHeader title={TITLE} description={query.data ? waveSentence(query.data) : ' '} />
      {query.data ? (
        <BenchmarkTabs benchmarks={query.data} />
      ) : query.isError ? (
        <LoadFailed title="Impossible de charger les benchmarks" query={query} />
      ) : (
        <SkeletonGroup className="grid gap-4">
          <Skeleton className="w-60" />
          <Skeleton className="h-64 w-full" />
        </SkeletonGroup>
      )}
    </Page>
  );
}

/** How many answered is said for the community only, and never for a sector. */
function waveSentence({ wave }: Benchmarks): string {
  if (!wave || wave.state === 'published') return 'Situe ta boutique, sans montrer tes chiffres à personne.';
  const end = wave.state === 'open' ? `ferme le ${dayMonth(wave.closesAt)}` : 'est fermée';
  const shops = `${plural(wave.answered, 'boutique')} ${wave.answered < 2 ? 'a' : 'ont'} répondu`;
  return `La vague ${quarterLabel(wave.quarter)} ${end}. ${shops}.`;
}

function BenchmarkTabs({ benchmarks }: { benchmarks: Benchmarks }) {
  const { wave, published, denied, answers } = benchmarks;
  const isToAnswer = denied === null && answers.length === 0;
  return (
    <Tabs defaultValue={isToAnswer || published.length === 0 ? 'answer' : 'results'}>
      <TabsList aria-label="Benchmarks">
        <TabsTrigger value="answer">Ma réponse</TabsTrigger>
        <TabsTrigger value="results">
          {published[0] ? `Repères ${quarterLabel(published[0])}` : 'Repères'}
        </TabsTrigger>
      </TabsList>
      {/* What was typed stays while one looks at the figures. */}
      <TabsContent value="answer" forceMount className="data-[state=inactive]:hidden">
        {wave && denied === null ? (
          <AnswerForm key={wave.quarter} benchmarks={benchmarks} wave={wave} />
        ) : (
          <NoAnswer benchmarks={benchmarks} />
        )}
      </TabsContent>
      <TabsContent value="results">
        <ResultsTab benchmarks={benchmarks} next={nextText(benchmarks)} />
      </TabsContent>
    </Tabs>
  );
}

function nextText({ wave }: Benchmarks): string {
  return wave && wave.state !== 'published'
    ? `Les premiers paraissent le ${dayMonth(wave.publishesAt)}.`
    : `La prochaine vague ouvre le ${nextOpening(serverNow())}.`;
}

/** It says what is missing, and when or where that changes. */
function NoAnswer({ benchmarks }: { benchmarks: Benchmarks }) {
  const [title, text] = deniedTexts(benchmarks);
  return (
    <EmptyState
      title={title}
      icon={<CalendarClock />}
      action={
        benchmarks.denied === 'BENCHMARKS_SIREN_MISSING' && (
          <Button asChild variant="outline">
            <Link to={paths.profile}>Compléter mon profil</Link>
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  );
}

function deniedTexts(benchmarks: Benchmarks): [string, string] {
  const { wave, denied, oldEnoughAt } = benchmarks;
  if (wave?.state === 'checking')
    return [
      'La vague est fermée.',
      `Les réponses sont vérifiées. Les repères paraissent le ${dayMonth(wave.publishesAt)}.`,
    ];
  if (denied === 'BENCHMARKS_NOT_CERTIFIED')
    return ['Les boutiques certifiées répondent.', 'Tu pourras répondre une fois ta boutique certifiée.'];
  if (denied === 'BENCHMARKS_SIREN_MISSING')
    return [
      'Le SIREN de ta boutique manque.',
      'Une boutique répond une fois. Ajoute ton SIREN pour répondre.',
    ];
  if (denied === 'BENCHMARKS_TOO_NEW')
    return [
      'Ton compte est encore récent.',
      `Tu pourras répondre à une vague qui ferme après le ${formatDate(oldEnoughAt)}.`,
    ];
  return ['Aucune vague n’est ouverte.', nextText(benchmarks)];
}
