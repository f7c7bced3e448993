import type { ReactNode } from 'react';
import { Page, PageHeader } from '../shell/page.tsx';
import { useCommunity } from './community.ts';

type SwitchedProps = {
  feature: 'deals' | 'events';
  title: string;
  planned: ReactNode;
  children: ReactNode;
};

/** The page says what is planned until an administrator switches the feature on. */
export function Switched({ feature, title, planned, children }: SwitchedProps) {
  const { data, isPending } = useCommunity();
  if (data?.[feature]) return children;
  if (!isPending) return planned;
  return (
    <Page>
      <PageHeader title={title} />
    </Page>
  );
}
