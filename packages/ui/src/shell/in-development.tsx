import { BellRing, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { paths } from '../paths.ts';
import { Page, PageHeader } from './page.tsx';

export type Plan = { icon: LucideIcon; title: string; text: string };

type Props = { title: string; pitch: string; plans: readonly Plan[] };

export function InDevelopment({ title, pitch, plans }: Props) {
  return (
    <Page>
      <PageHeader title={title} description={pitch} />
      <Card className="overflow-hidden p-0 md:p-0">
        <div className="relative border-b bg-muted px-4 pt-14 md:px-10 md:pt-16">
          <Badge tone="gold" className="absolute top-4 left-4 md:top-5 md:left-6">
            En développement
          </Badge>
          <div aria-hidden className="mx-auto h-36 max-w-xl overflow-hidden md:h-44">
            <ListSketch plans={plans} />
          </div>
        </div>
        <h2 className="px-4 pt-5 text-lg md:px-6 md:pt-6">Ce que nous préparons</h2>
        <ul className="grid grid-cols-1 gap-5 px-4 pt-4 pb-5 md:grid-cols-3 md:gap-6 md:px-6 md:pb-6">
          {plans.map(({ icon: Icon, title: name, text }) => (
            <li key={name} className="flex gap-3 md:grid md:content-start md:gap-1.5">
              <Icon className="mt-0.5 size-5 shrink-0 text-primary" />
              <div className="grid gap-0.5">
                <h3 className="font-sans text-base font-medium tracking-normal">{name}</h3>
                <p className="text-sm text-muted-foreground">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t px-4 py-4 md:px-6">
          <p className="flex max-w-prose flex-1 basis-64 items-start gap-2 text-sm text-muted-foreground">
            <BellRing className="mt-0.5 size-4 shrink-0" />
            Cette fonctionnalité est en cours de développement. Rien à faire de ton côté : elle apparaîtra ici
            dès qu’elle sera prête.
          </p>
          <Button asChild variant="outline">
            <Link to={paths.sos()}>Voir les SOS en attendant</Link>
          </Button>
        </div>
      </Card>
    </Page>
  );
}

/** It has no words or figures, because nothing of it is true yet. */
function ListSketch({ plans }: { plans: readonly Plan[] }) {
  return (
    <div className="grid gap-2.5">
      {plans.map(({ icon: Icon, title }, index) => (
        <div key={title} className="flex items-center gap-4 rounded-lg border bg-card p-3.5">
          <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-primary-soft text-primary-strong">
            <Icon className="size-4.5" />
          </span>
          <span className="grid flex-1 gap-2.5">
            <SketchLine className={['w-1/2', 'w-2/5', 'w-3/5'][index] ?? 'w-1/2'} />
            <SketchLine className="w-1/4 opacity-60" />
          </span>
        </div>
      ))}
    </div>
  );
}

function SketchLine({ className }: { className: string }) {
  return <span className={`block h-2 rounded-full bg-border ${className}`} />;
}
