/** A ledger of decisions that is no more than `POST /records/batch`. */
import { createHash } from 'node:crypto';
import { numberOf, type TakeBatch } from './way-to-ledger.ts';

export interface SmallLedger {
  readonly take: TakeBatch;
  /** The numbers of all decisions, in the order of the ledger. */
  numbers(): Promise<number[]>;
}

export const smallLedgerKey = 'pdk_small';

export function createSmallLedger(): SmallLedger {
  const kept = new Map<string, { readonly n: number; readonly receipt: object }>();
  function append(item: Record<string, unknown>, index: number): object {
    if (item['output'] === undefined) {
      const details = [{ field: 'output', message: 'is required' }];
      const error = { code: 'validation_error', message: 'Invalid request', details };
      return { index, status: 400, error };
    }
    const key = String(item['idempotency_key']);
    const known = kept.get(key);
    if (known !== undefined) return { index, status: 200, ...known.receipt };
    const hash = createHash('sha256').update(JSON.stringify(item)).digest('hex');
    const receipt = { id: `rec_${kept.size}`, hash, created_at: new Date().toISOString() };
    kept.set(key, { n: numberOf(item), receipt });
    return { index, status: 201, ...receipt };
  }
  return {
    async take(body, apiKey) {
      if (apiKey !== smallLedgerKey) {
        const error = { code: 'unauthorized', message: 'A valid API key is required' };
        return { status: 401, body: JSON.stringify({ error }) };
      }
      const results: object[] = JSON.parse(body).records.map(append);
      const isRefused = results.some((result) => 'error' in result);
      return { status: isRefused ? 207 : 201, body: JSON.stringify({ results }) };
    },
    numbers: async () => [...kept.values()].map(({ n }) => n),
  };
}
