/** The overview: one answer over all areas, asked again when any of them changes. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { overviewSchema } from '../../shared/contract/overview.ts';
import { useMay } from './capabilities.ts';
import { request } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** What goes by time alone (a session that ends, a day that begins) tells nobody of a change. */
const renewMs = 60_000;

export function useOverview() {
  const may = useMay();
  return useQuery({
    queryKey: queryKeys.overview,
    queryFn: ({ signal }) =>
      request({ path: '/overview', signal, parse: (value) => overviewSchema.parse(value) }),
    placeholderData: keepPreviousData,
    enabled: may('getOverview'),
    refetchInterval: renewMs,
  });
}
