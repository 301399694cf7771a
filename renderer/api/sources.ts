/** Sources of datasets: where rows are, a look at files before there is a dataset, and the folders that may be looked at. */
import type { z } from 'zod';
import {
  sourcePlacesSchema,
  type putSourcePlacesSchema,
} from '../../shared/contract/source-places.ts';
import {
  datasetSourceSchema,
  sourcePreviewSchema,
  type filesSourceSchema,
} from '../../shared/contract/sources.ts';
import { useMutation } from '@tanstack/react-query';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { newIdempotencyKey, reads, request } from './client.ts';
import { datasetPath } from './datasets.ts';
import { queryKeys } from './query-keys.ts';

/** Files as a request names them. */
export type FilesRequest = z.input<typeof filesSourceSchema>;

/** Fields and first rows of files that no dataset is made of yet. Nothing of it is kept. */
export function usePreviewSource() {
  return useMutation({
    mutationFn: (body: FilesRequest) =>
      request(sourcePreviewSchema, { method: 'POST', path: '/sources/preview', body }),
    gcTime: 0,
  });
}

/** Where the rows of a dataset are, as they were seen last. */
export function useDatasetSource(id: string) {
  return useAnswer('getDatasetSource', {
    queryKey: [...queryKeys.datasets, 'source', id],
    queryFn: reads(datasetSourceSchema, { path: datasetPath(id, '/source') }),
  });
}

/** Looks at the rows of a dataset where they are, now. */
export function useCheckSource(id: string) {
  return useChange([queryKeys.datasets, queryKeys.sessions], () =>
    request(datasetSourceSchema, {
      method: 'POST',
      path: datasetPath(id, '/source/check'),
      idempotencyKey: newIdempotencyKey(),
    }),
  );
}

/** Folders of the machine that datasets may be made of. */
export function useSourcePlaces() {
  return useAnswer('getSourcePlaces', {
    queryKey: [...queryKeys.datasets, 'places'],
    queryFn: reads(sourcePlacesSchema, { path: '/sources/places' }),
  });
}

export function useChangeSourcePlaces() {
  return useChange(
    [queryKeys.datasets],
    (body: z.input<typeof putSourcePlacesSchema>) =>
      request(sourcePlacesSchema, { method: 'PUT', path: '/sources/places', body }),
    { alsoRefused: true },
  );
}
