/** Things that were opened lately, for the palette: kept on this machine, by the ledger they are in. */
import { z } from 'zod';
import { create } from 'zustand';

const recentSchema = z.object({
  /** Of the ledger: an id means nothing in another one. */
  ledger: z.string(),
  kind: z.enum(['record', 'model', 'session', 'dataset', 'invoice', 'payout', 'person_request']),
  id: z.string().max(512),
  /** Inside the console. */
  path: z.string().max(2_048),
});
export type RecentThing = z.infer<typeof recentSchema>;

const key = 'proofdesk.recent';
const kept = 30;

/** Things that were stored; nothing where it cannot be read. */
export function readRecent(text: string | null): RecentThing[] {
  try {
    return recentSchema.array().parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** `thing` put first; once each. */
export function withRecent(things: readonly RecentThing[], thing: RecentThing): RecentThing[] {
  return [thing, ...withoutRecent(things, thing)].slice(0, kept);
}

/** `thing` taken out. */
export function withoutRecent(things: readonly RecentThing[], thing: RecentThing): RecentThing[] {
  return things.filter(({ ledger, path }) => ledger !== thing.ledger || path !== thing.path);
}

/** A thing as it is kept, with the address that opens it. */
export function recentThing(ledger: string, kind: RecentThing['kind'], id: string): RecentThing {
  return { ledger, kind, id, path: paths[kind](encodeURIComponent(id)) };
}

const paths: Readonly<Record<RecentThing['kind'], (id: string) => string>> = {
  record: (id) => `/decisions?record=${id}`,
  model: (id) => `/models/${id}`,
  session: (id) => `/sessions/${id}`,
  dataset: (id) => `/datasets/${id}`,
  invoice: (id) => `/billing/invoices/${id}`,
  payout: (id) => `/payouts?payout=${id}`,
  person_request: (id) => `/persons/${id}`,
};

function stored(): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    // A browser may forbid storage: nothing is remembered then.
    return null;
  }
}

export const useRecent = create<{ readonly things: readonly RecentThing[] }>(() => ({
  things: readRecent(stored()),
}));

/** Remembers that a thing was opened. */
export function rememberThing(thing: RecentThing): void {
  keep(withRecent(useRecent.getState().things, thing));
}

/** Forgets a thing that is not there, or no longer. */
export function forgetThing(thing: RecentThing): void {
  const before = useRecent.getState().things;
  const things = withoutRecent(before, thing);
  if (things.length < before.length) keep(things);
}

function keep(things: readonly RecentThing[]): void {
  useRecent.setState({ things });
  try {
    globalThis.localStorage?.setItem(key, JSON.stringify(things));
  } catch {
    // Full or forbidden storage: it is remembered until the window closes.
  }
}
