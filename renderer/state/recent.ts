/** Things that were opened lately, for the palette: kept on this machine, by the ledger they are in. */
import { z } from 'zod';
import { create } from 'zustand';

const recentSchema = z.object({
  /** Of the ledger: an id means nothing in another one. */
  ledger: z.string(),
  kind: z.enum(['record', 'model', 'session', 'dataset', 'invoice', 'payout']),
  id: z.string().max(512),
  /** Inside the console. */
  path: z.string().max(2_048),
});
export type RecentThing = z.infer<typeof recentSchema>;

const key = 'proofdesk.recent';
const kept = 30;

/** What was stored; nothing where it cannot be read. */
export function readRecent(text: string | null): RecentThing[] {
  try {
    return recentSchema.array().parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** `thing` put first; once each. */
export function withRecent(things: readonly RecentThing[], thing: RecentThing): RecentThing[] {
  const others = things.filter(
    ({ ledger, path }) => ledger !== thing.ledger || path !== thing.path,
  );
  return [thing, ...others].slice(0, kept);
}

/** The thing that an address of the console opens; undefined for a list. */
export function thingAt(ledger: string, pathname: string, search: string): RecentThing | undefined {
  const query = new URLSearchParams(search);
  const open = (kind: RecentThing['kind'], id: string | null | undefined, path: string) =>
    id === null || id === undefined || id === '' ? undefined : { ledger, kind, id, path };
  const [, area = '', first, second] = pathname.split('/').map(decoded);
  switch (area) {
    case 'decisions':
    case 'review': {
      const id = query.get('record');
      return open('record', id, `/decisions?record=${encodeURIComponent(id ?? '')}`);
    }
    case 'models':
      return open('model', first, pathname);
    case 'sessions':
      return open('session', first, pathname);
    case 'datasets':
      return open('dataset', first, pathname);
    case 'billing':
      return open('invoice', second, pathname);
    case 'payouts': {
      const id = query.get('payout');
      return open('payout', id, `/payouts?payout=${encodeURIComponent(id ?? '')}`);
    }
    default:
      return undefined;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

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
  const things = withRecent(useRecent.getState().things, thing);
  useRecent.setState({ things });
  try {
    globalThis.localStorage?.setItem(key, JSON.stringify(things));
  } catch {
    // Full or forbidden storage: it is remembered until the window closes.
  }
}
