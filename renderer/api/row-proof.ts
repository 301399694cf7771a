/** Proof of one row: who made and changed it. */
import { keepPreviousData } from '@tanstack/react-query';
import { erasureListSchema } from '../../shared/contract/erasures.ts';
import { rowProofSchema } from '../../shared/contract/proof.ts';
import type { FactTableName } from '../../shared/ledger/columns.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { reads } from './client.ts';
import { queryKeys } from './query-keys.ts';
import { sendSigned, type SignedAct } from './signing.ts';

/** Entries about a row that are read at once. */
export const rowProofPageSize = 20;

/** Entries about a row from `offset` on, the first one first; nothing is asked before `isOpen`. */
export function useRowProof(
  { table, id }: { readonly table: FactTableName; readonly id: string },
  offset: number,
  isOpen: boolean,
) {
  return useAnswer('getRowProof', {
    queryKey: [...queryKeys.rowProofs, table, id, offset],
    queryFn: reads(rowProofSchema, {
      path: `/proof/${table}/${encodeURIComponent(id)}`,
      query: { limit: rowProofPageSize, offset },
    }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
}

/** Erases committed values of a row for good; the answer is what was declared. */
export function useEraseInRow() {
  return useChange([queryKeys.rowProofs, queryKeys.oversight], (act: SignedAct) =>
    sendSigned(act, erasureListSchema),
  );
}
