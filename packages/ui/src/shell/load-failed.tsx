import type { UseQueryResult } from '@tanstack/react-query';
import { errorMessage } from '../api.ts';
import { ErrorState } from '../kit/states.tsx';

export function LoadFailed({
  title,
  query,
  className,
}: {
  title: string;
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
  className?: string;
}) {
  return (
    <ErrorState
      title={title}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      {...(className ? { className } : {})}
    >
      {errorMessage(query.error)}
    </ErrorState>
  );
}
