/** Lines that every letter has alike: kept on this machine, so that they are typed once. */
import { z } from 'zod';

const letterheadSchema = z.object({
  sender: z.string().max(1_000),
  objection_to: z.string().max(1_000),
  authority: z.string().max(1_000),
});
export type Letterhead = z.infer<typeof letterheadSchema>;

const key = 'proofdesk.letterhead';
const nothing: Letterhead = { sender: '', objection_to: '', authority: '' };

/** Those of the letter before; empty where there was none, or nothing can be read. */
export function readLetterhead(): Letterhead {
  try {
    return letterheadSchema.parse(JSON.parse(globalThis.localStorage.getItem(key) ?? ''));
  } catch {
    return nothing;
  }
}

export function keepLetterhead(letterhead: Letterhead): void {
  try {
    globalThis.localStorage.setItem(key, JSON.stringify(letterheadSchema.parse(letterhead)));
  } catch {
    // A browser may forbid storage: they are typed again then.
  }
}
