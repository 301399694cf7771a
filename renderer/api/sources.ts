/** Sources of datasets: where rows are, a look at them before there is a dataset, and the places that may be looked at. */
import type { z } from 'zod';
import {
  sourcePlacesSchema,
  type putSourcePlacesSchema,
} from '../../shared/contract/source-places.ts';
import { limits } from '../../shared/contract/limits.ts';
import {
  relationListSchema,
  sourceConnectionPageSchema,
  sourceConnectionSchema,
  sourceConnectionTestSchema,
  type createSourceConnectionSchema,
  type putSourcePasswordSchema,
} from '../../shared/contract/source-connections.ts';
import {
  datasetSourceSchema,
  sourcePreviewSchema,
  type filesSourceSchema,
  type postgresPreviewSchema,
  type previewSourceSchema,
} from '../../shared/contract/sources.ts';
import { useRef } from 'react';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { newIdempotencyKey, reads, request, type Attempt } from './client.ts';
import { readsEvery } from './every-page.ts';
import { datasetPath } from './datasets.ts';
import { queryKeys } from './query-keys.ts';

/** Files as a request names them. */
export type FilesRequest = z.input<typeof filesSourceSchema>;

/** A source as a look at it names it. */
export type PreviewRequest = z.input<typeof previewSourceSchema>;

/** A table or view as a look at it names it. */
export type RelationRequest = z.input<typeof postgresPreviewSchema>;

/** Fields and first rows of a source that no dataset is made of yet. Nothing of it is kept; `stop` gives up the look that runs. */
export function usePreviewSource() {
  const running = useRef<AbortController>(null);
  const looking = useMutation({
    mutationFn: (body: PreviewRequest) => {
      running.current = new AbortController();
      const { signal } = running.current;
      return request(sourcePreviewSchema, {
        method: 'POST',
        path: '/sources/preview',
        body,
        signal,
      });
    },
    gcTime: 0,
  });
  return { ...looking, stop: () => running.current?.abort() };
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

const connectionsKey = [...queryKeys.datasets, 'connections'] as const;

function connectionPath(id: string, below = ''): string {
  return `/source-connections/${encodeURIComponent(id)}${below}`;
}

/** Connections to servers of databases. The list is short enough to be whole. */
export function useSourceConnections() {
  return useAnswer('listSourceConnections', {
    queryKey: connectionsKey,
    queryFn: readsEvery(sourceConnectionPageSchema, {
      path: '/source-connections',
      limit: limits.sourceConnections.maximumLimit,
    }),
  });
}

/** Connects a server. Its password is kept in no list of calls. */
export function useCreateSourceConnection() {
  return useChange(
    [queryKeys.datasets],
    (attempt: Attempt<z.input<typeof createSourceConnectionSchema>>) =>
      request(sourceConnectionSchema, {
        method: 'POST',
        path: '/source-connections',
        ...attempt,
        hasSecret: true,
      }),
  );
}

export function useDeleteSourceConnection() {
  return useChange([queryKeys.datasets], (id: string) =>
    request(sourceConnectionSchema, { method: 'DELETE', path: connectionPath(id) }),
  );
}

/** Asks the server of a connection now. */
export function useTestSourceConnection() {
  return useMutation({
    mutationFn: (id: string) =>
      request(sourceConnectionTestSchema, { method: 'POST', path: connectionPath(id, '/test') }),
    gcTime: 0,
  });
}

/** Gives a connection another password; the server is asked with it first. */
export function usePutSourcePassword(id: string) {
  return useChange(
    [queryKeys.datasets],
    ({ body, idempotencyKey }: Attempt<z.input<typeof putSourcePasswordSchema>>) =>
      request(sourceConnectionSchema, {
        method: 'PUT',
        path: connectionPath(id, '/password'),
        body,
        idempotencyKey,
        hasSecret: true,
      }),
  );
}

/** Tables and views that a connection may read, by a part of their name; `stop` gives up waiting for the server. */
export function useRelations(id: string, search: string) {
  const queries = useQueryClient();
  const queryKey = [...connectionsKey, 'relations', id, search];
  const query = useAnswer('listRelations', {
    queryKey,
    queryFn: reads(relationListSchema, {
      path: connectionPath(id, '/relations'),
      query: search === '' ? {} : { search },
    }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { query, stop: () => void queries.cancelQueries({ queryKey }) };
}
