import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { GuardScreen } from './guard-screen.tsx';
import { BackLink } from './links.tsx';
import { LoadFailed } from './load-failed.tsx';
import { Page, PageHeader } from './page.tsx';
import { useImmersion } from './use-immersion.ts';

type FormPageProps<T> = Pick<ComponentProps<typeof Page>, 'width'> & {
  /** It is undefined where the form makes something new. */
  id: string | undefined;
  query: UseQueryResult<T>;
  failed: string;
  head: { title: string; to: string; back: string };
  children: (one: T | undefined) => ReactNode;
};

/** A form alone fills the page on a phone. */
export function FormPage<T>({ id, query, failed, head, width = 'wide', children }: FormPageProps<T>) {
  useImmersion(true);
  return (
    <Page width={width}>
      <PageHeader title={head.title} back={<BackLink to={head.to}>{head.back}</BackLink>} />
      {(id === undefined || query.data) && (
        <div key={id} className="contents">
          {children(query.data)}
        </div>
      )}
      {query.isError && !query.data && <LoadFailed title={failed} query={query} />}
      {id !== undefined && query.isPending && <GuardScreen text="Chargement..." />}
    </Page>
  );
}
