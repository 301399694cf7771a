/** The order of an import of rows, as it stands in the row of its job. */
import { z } from 'zod';
import { rowMappingSchema, type RowMapping } from '../../shared/contract/datasets.ts';

export interface RowImportOrder {
  readonly datasetId: string;
  readonly mediaType: 'application/x-ndjson' | 'text/csv';
  /** Of text/csv. */
  readonly mapping: RowMapping | undefined;
  readonly dryRun: boolean;
  /** Bytes of the file. */
  readonly bytes: number;
}

const orderSchema = z.object({
  datasetId: z.string(),
  mediaType: z.enum(['application/x-ndjson', 'text/csv']),
  mapping: rowMappingSchema.optional(),
  dryRun: z.boolean(),
  bytes: z.int(),
});

/** The order in the parameters of a job. */
export function rowImportOrder(parameters: unknown): RowImportOrder {
  const { mapping, ...order } = orderSchema.parse(parameters);
  return { ...order, mapping };
}
