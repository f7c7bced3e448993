import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { paths } from '../paths.ts';
import { Page, PageHeader } from '../shell/page.tsx';

/** A page of the app whose content is still being written: it says so, and offers the way on. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page width="narrow">
      <PageHeader title={title} />
      <Card className="grid justify-items-start gap-4">
        <p className="text-muted-foreground">{children}</p>
        <Button asChild variant="outline">
          <Link to={paths.sos()}>Voir les SOS</Link>
        </Button>
      </Card>
    </Page>
  );
}
