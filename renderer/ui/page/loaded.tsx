/** What a query has, or why there is nothing yet: skeleton, failure with another attempt, dimmed old rows. */
import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { OldRows } from '../list/old-rows.ts';
import { ErrorState } from '../states.tsx';
import { useSlow } from '../use-slow.ts';

export interface LoadedProps<Data> {
  readonly query: Pick<
    UseQueryResult<Data>,
    'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'refetch'
  >;
  /** What could not be read, where it could not. */
  readonly failed: string;
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, failed, children }: LoadedProps<Data>) {
  const { t } = useTranslation('common');
  const slow = useSlow(query.isPending);
  if (query.data !== undefined) {
    return (
      <div className="pd-slim pd-dimmable" data-dimmed={query.isPlaceholderData || undefined}>
        <OldRows value={query.isPlaceholderData}>{children(query.data)}</OldRows>
      </div>
    );
  }
  if (query.error !== null) {
    return (
      <ErrorState compact error={query.error} title={failed} onRetry={() => void query.refetch()} />
    );
  }
  return (
    <div className="pd-skeletons" role="status" aria-busy="true" aria-label={t('loading')}>
      {slow && [1, 2, 3, 4, 5, 6].map((row) => <div key={row} />)}
    </div>
  );
}
