/** The address of a list: what it is narrowed to and ordered by. Loads no cells, since the router reads it. */
import { z } from 'zod';

/** A member with one of these values. */
export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values).optional().catch(undefined);
}

/** A member that holds a text. */
export const someText = z.string().min(1).max(1_024).optional().catch(undefined);

/** Words keep the space behind them: whoever types goes on with the next one. */
const words = z
  .string()
  .max(256)
  .transform((text) => text.trimStart())
  .pipe(z.string().min(1));

const address = z.object({
  q: words.optional().catch(undefined),
  /** Id of a column; one that the list lacks is as none. */
  sort: z.string().max(64).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  /** Rows before the page that is shown. */
  offset: z.coerce.number().int().positive().optional().catch(undefined),
});

/** Members that every list's address has. */
export type ListAddress = z.output<typeof address>;

/** Reads an address with these members; what cannot be read is left out. */
export function addressOf<const Members extends z.ZodRawShape>(members: Members) {
  const schema = z.object(members);
  return (raw: Record<string, unknown>) => schema.parse(raw);
}

/** Reads the address of a list with these members besides; what cannot be read is left out. */
export function listSearch<const Members extends z.ZodRawShape>(members: Members) {
  const schema = address.extend(members);
  return (raw: Record<string, unknown>) => schema.parse(raw);
}
