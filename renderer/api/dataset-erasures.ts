/** Erasures of rows of a dataset: those there were, a new one, and what a value of a grant stands for. */
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  datasetErasurePageSchema,
  declaredDatasetErasureSchema,
  resolvedSchema,
  type Resolved,
  type resolveSchema,
} from '../../shared/contract/dataset-erasures.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { reads, request } from './client.ts';
import { datasetPath } from './datasets.ts';
import { queryKeys } from './query-keys.ts';
import { sendSigned, type SignedAct } from './signing.ts';

/** Where rows of a dataset are erased. */
export const datasetErasuresPath = (id: string): string => datasetPath(id, '/erasures');

/** Erasures of a page. */
export const erasurePageSize = 20;

/** A page of the erasures of a dataset, newest first. */
export function useDatasetErasures(id: string, offset: number) {
  return useAnswer('listDatasetErasures', {
    queryKey: [...queryKeys.datasets, 'erasures', id, offset],
    queryFn: reads(datasetErasurePageSchema, {
      path: datasetErasuresPath(id),
      query: { limit: erasurePageSize, offset },
    }),
    placeholderData: keepPreviousData,
  });
}

/** Erases rows for good; the answer says how many went and who was given them. */
export function useEraseRows() {
  return useChange([queryKeys.datasets, queryKeys.sessions, queryKeys.grants], (act: SignedAct) =>
    sendSigned(act, declaredDatasetErasureSchema),
  );
}

/** Leads a value that a lab was given back to what it stands for. */
export function resolveValue(id: string, body: z.input<typeof resolveSchema>): Promise<Resolved> {
  return request(resolvedSchema, { method: 'POST', path: datasetPath(id, '/resolve'), body });
}
