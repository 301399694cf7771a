/** The addresses of the help: the verdict that is asked about, the operation that is shown. */
import { z } from 'zod';
import { entryVerdicts, ledgerVerdicts } from '../../../shared/contract/chain.ts';

export interface VerdictsSearch {
  verdict?: (typeof ledgerVerdicts)[number] | (typeof entryVerdicts)[number] | undefined;
}

export interface ApiSearch {
  q?: string | undefined;
  /** The operation that is shown; absent means the first. */
  operation?: string | undefined;
}

const text = z.string().min(1).max(256).optional().catch(undefined);
const apiSchema = z.object({ q: text, operation: text });

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseApiSearch(raw: Record<string, unknown>): ApiSearch {
  return apiSchema.parse(raw);
}

const schema = z.object({
  verdict: z
    .enum([...ledgerVerdicts, ...entryVerdicts])
    .optional()
    .catch(undefined),
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseVerdictsSearch(raw: Record<string, unknown>): VerdictsSearch {
  return schema.parse(raw);
}
