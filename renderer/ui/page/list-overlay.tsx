/** What stands over a grid without rows: a failure, the wait, nothing there yet, nothing found. */
import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorState } from '../states.tsx';
import { useSlow } from '../use-slow.ts';

/** Undefined where the rows are to be seen. */
export function useListOverlay({
  query,
  isEmpty,
  isWithoutResult,
  failed,
  loading,
  empty,
  noResult,
}: {
  query: Pick<UseQueryResult, 'data' | 'error' | 'isPending'> & { readonly refetch: () => unknown };
  /** There is nothing at all. */
  isEmpty: boolean;
  /** The filter leaves nothing. */
  isWithoutResult: boolean;
  failed: string;
  loading: string;
  empty: ReactNode;
  noResult: ReactNode;
}): ReactNode {
  const slow = useSlow(query.isPending);
  if (query.error !== null && query.data === undefined) {
    return (
      <div className="pd-overlay">
        <ErrorState error={query.error} title={failed} onRetry={() => query.refetch()} />
      </div>
    );
  }
  if (query.isPending) {
    return (
      <div className="pd-overlay" role="status" aria-busy="true" aria-label={loading}>
        {slow && <SkeletonRows />}
      </div>
    );
  }
  if (isEmpty) return <div className="pd-overlay">{empty}</div>;
  if (isWithoutResult) return <div className="pd-overlay">{noResult}</div>;
  return undefined;
}

function SkeletonRows() {
  return (
    <div className="pd-skeletons">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} />
      ))}
    </div>
  );
}
