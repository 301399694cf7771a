/** Where the console shows a thing, by its id, hash or place in the journal: one table for all of them. */
import type { IdPrefix } from './ids.ts';

/** The name of a thing for people (a key of the words), and its address inside the console. */
export interface Place {
  readonly kind: PlaceKind;
  /** The id, hash or `#seq` in its usual form. */
  readonly id: string;
  /** `/decisions?record=…`. */
  readonly path: string;
}

export type PlaceKind =
  | 'record'
  | 'hash'
  | 'entry'
  | 'session'
  | 'evidence'
  | 'dataset'
  | 'grant'
  | 'invoice'
  | 'payout'
  | 'account'
  | 'limit'
  | 'alert'
  | 'job'
  | 'case'
  | 'request'
  | 'key'
  | 'person'
  | 'connection'
  | 'person_request'
  | 'figure';

interface Screen {
  readonly kind: PlaceKind;
  readonly path: (id: string) => string;
}

const segment = encodeURIComponent;
/** Things that are asked for first: `/open/…` finds out where they are. */
const asked = (id: string) => `/open/${segment(id)}`;

/**
 * The screen of each kind of id. Null where none shows one such thing by itself: an intervention is
 * seen at its record, a card’s entry at its model, payments, methods and credit notes at their invoice, a restore in the journal,
 * an assignment at its review, a profile at its model; a run at its month; a search for a person is kept for an hour.
 */
const screens: Readonly<Record<IdPrefix, Screen | null>> = {
  rec: { kind: 'record', path: (id) => `/decisions?record=${segment(id)}` },
  sess: { kind: 'session', path: (id) => `/sessions/${segment(id)}` },
  ev: { kind: 'evidence', path: asked },
  transform: { kind: 'evidence', path: asked },
  op: { kind: 'evidence', path: asked },
  agg: { kind: 'evidence', path: asked },
  ds: { kind: 'dataset', path: (id) => `/datasets/${segment(id)}` },
  inv: { kind: 'invoice', path: (id) => `/billing/invoices/${segment(id)}` },
  payout: { kind: 'payout', path: (id) => `/payouts?payout=${segment(id)}` },
  acct: { kind: 'account', path: (id) => `/billing?tab=accounts&account=${segment(id)}` },
  limit: { kind: 'limit', path: (id) => `/billing?tab=limits&mark=${segment(id)}` },
  alert: { kind: 'alert', path: (id) => `/billing?tab=limits&mark=${segment(id)}` },
  job: { kind: 'job', path: (id) => `/jobs?job=${segment(id)}` },
  case: { kind: 'case', path: (id) => `/integrity?tab=cases&mark=${segment(id)}` },
  fig: { kind: 'figure', path: (id) => `/oversight/figures?figure=${segment(id)}` },
  req: {
    kind: 'request',
    path: (id) => `/developers?tab=calls&q=${segment(id)}&request=${segment(id)}`,
  },
  key: { kind: 'key', path: (id) => `/settings?tab=keys&mark=${segment(id)}` },
  usr: { kind: 'person', path: (id) => `/settings?tab=people&mark=${segment(id)}` },
  conn: { kind: 'connection', path: (id) => `/settings?tab=connections&mark=${segment(id)}` },
  sconn: null,
  int: null,
  card: null,
  cn: null,
  pay: null,
  pm: null,
  adj: null,
  charge: null,
  credit: null,
  run: null,
  rest: null,
  assign: null,
  prof: null,
  psr: null,
  pol: null,
  grant: { kind: 'grant', path: (id) => `/grants?grant=${segment(id)}` },
  ers: null,
  evt: null,
  hook: null,
  dlv: null,
  preq: { kind: 'person_request', path: (id) => `/persons/${segment(id)}` },
};

/** Every prefix, and whether a screen shows what it names. */
export const prefixesWithScreen: ReadonlyMap<string, boolean> = new Map(
  Object.entries(screens).map(([prefix, screen]) => [prefix, screen !== null]),
);

const shortestHash = 6;

/**
 * The place of a pasted id (in any letters), of `#seq`, or of a hash or at least its first six digits.
 * Undefined for a text that is none of them, and for what no screen shows.
 */
export function placeOf(text: string): Place | undefined {
  const trimmed = text.trim();
  const [, prefix = '', rest = ''] = /^([a-z]+)_([0-9a-z]{1,64})$/i.exec(trimmed) ?? [];
  if (rest !== '') return placeOfId(prefix.toLowerCase(), rest.toUpperCase());
  const seq = /^#(\d{1,15})$/.exec(trimmed)?.[1];
  if (seq !== undefined) return { kind: 'entry', id: `#${seq}`, path: asked(`#${seq}`) };
  const digits = /^(?:sha256:)?([0-9a-f]{1,64})$/i.exec(trimmed)?.[1]?.toLowerCase();
  if (digits === undefined || digits.length < shortestHash) return undefined;
  return { kind: 'hash', id: digits, path: asked(digits) };
}

function placeOfId(prefix: string, rest: string): Place | undefined {
  const screen = Object.entries(screens).find(([name]) => name === prefix)?.[1] ?? null;
  if (screen === null) return undefined;
  const id = `${prefix}_${rest}`;
  return { kind: screen.kind, id, path: screen.path(id) };
}

/** `#/…` of the page for an id, a hash or `#seq`, as a link from outside names it; undefined for anything else. */
export function addressOf(idOrHash: string): string | undefined {
  const place = placeOf(idOrHash);
  return place === undefined ? undefined : `#${place.path}`;
}
