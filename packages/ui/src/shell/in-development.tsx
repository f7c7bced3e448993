import { BellRing, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { paths } from '../paths.ts';
import { Page, PageHeader } from './page.tsx';

/** A feature that is announced but not there yet: what it will do, and what one can do meanwhile. */
export function InDevelopment({
  title,
  icon: Icon,
  pitch,
  plans,
}: {
  title: string;
  icon: LucideIcon;
  pitch: ReactNode;
  plans: readonly { title: string; text: string }[];
}) {
  return (
    <Page width="normal">
      <PageHeader title={title} description={pitch}>
        <Badge tone="gold">En développement</Badge>
      </PageHeader>
      <Card className="grid grid-cols-1 gap-6 md:grid-cols-[auto_1fr] md:gap-8 md:p-8">
        <span
          aria-hidden
          className="flex size-14 items-center justify-center rounded-lg bg-primary-soft text-primary-strong [&_svg]:size-7"
        >
          <Icon strokeWidth={1.75} />
        </span>
        <div className="grid grid-cols-1 gap-5">
          <h2 className="text-xl">Ce que nous préparons</h2>
          <ul className="grid grid-cols-1 gap-4">
            {plans.map((plan) => (
              <li key={plan.title} className="grid gap-0.5">
                <span className="font-medium">{plan.title}</span>
                <span className="text-muted-foreground">{plan.text}</span>
              </li>
            ))}
          </ul>
          <p className="flex items-start gap-2 border-t pt-5 text-sm text-muted-foreground">
            <BellRing aria-hidden strokeWidth={1.75} className="mt-0.5 size-4 shrink-0" />
            Cette fonctionnalité est en cours de développement. Rien à faire de ton côté : elle apparaîtra ici
            dès qu’elle sera prête.
          </p>
          <Button asChild variant="outline" className="justify-self-start">
            <Link to={paths.sos()}>Voir les SOS en attendant</Link>
          </Button>
        </div>
      </Card>
    </Page>
  );
}
