/** The overview: one answer over all areas, asked again when any of them changes. */
import { keepPreviousData } from '@tanstack/react-query';
import { overviewSchema } from '../../shared/contract/overview.ts';
import { useAnswer } from './answers.ts';
import { reads } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** What goes by time alone (a session that ends, a day that begins) tells nobody of a change. */
const renewMs = 60_000;

export function useOverview() {
  return useAnswer('getOverview', {
    queryKey: queryKeys.overview,
    queryFn: reads(overviewSchema, { path: '/overview' }),
    placeholderData: keepPreviousData,
    refetchInterval: renewMs,
  });
}
