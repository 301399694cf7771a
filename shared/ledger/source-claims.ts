/** What evidence says of rows that the ledger does not hold, as the journal before it tells it: their kind, ids and snapshot. */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts';

/** Evidence of these kinds is about rows that a session read. */
const ofRows: ReadonlySet<JsonValue | undefined> = new Set([
  'transformation',
  'operation',
  'aggregation',
]);
const kinds: ReadonlySet<JsonValue | undefined> = new Set(['files', 'postgres']);
const idKinds: ReadonlySet<JsonValue | undefined> = new Set(['given', 'key', 'position']);
const digestForm = /^sha256:[0-9a-f]{64}$/;

interface Source {
  readonly kind: JsonValue | undefined;
  readonly recordIds: JsonValue | undefined;
}

/** Where evidence says otherwise than the facts before it. */
export interface ClaimFault {
  readonly field: 'source';
  readonly expected: string;
  readonly actual: string;
}

/** Rows elsewhere that evidence is about. */
export interface RowsElsewhere {
  readonly kind: string;
  readonly snapshotSha256: string;
  /** Entries of evidence. */
  readonly count: number;
}

/** Tells whether evidence says nothing of rows elsewhere, or all of it in the form that it must have. */
export function isClaimOfForm({ kind, source }: JsonObject): boolean {
  if (source === undefined) return true;
  if (!ofRows.has(kind) || !isJsonObject(source)) return false;
  const { kind: of, record_ids: ids, snapshot_sha256: digest, ...others } = source;
  const isDigest = typeof digest === 'string' && digestForm.test(digest);
  return Object.keys(others).length === 0 && kinds.has(of) && idKinds.has(ids) && isDigest;
}

/** Goes through a journal from its beginning. */
export class SourceClaims {
  readonly #sources = new Map<string, Source>();
  /** Digest of the rows that a session sees, by session; those of rows in the ledger have none. */
  readonly #sessions = new Map<string, string>();
  readonly #elsewhere = new Map<string, RowsElsewhere>();

  /** Takes the fact of a session or a source in; one of another table is none of its concern. */
  addFact({
    table,
    id,
    set,
  }: {
    readonly table: string;
    readonly id: unknown;
    readonly set: JsonObject | null;
  }): void {
    if (typeof id !== 'string' || set === null) return;
    const { kind, record_ids: recordIds, source_sha256: digest } = set;
    if (table === 'dataset_sources' && kind !== undefined && !this.#sources.has(id)) {
      this.#sources.set(id, { kind, recordIds });
    }
    if (table === 'sessions' && typeof digest === 'string' && !this.#sessions.has(id)) {
      this.#sessions.set(id, digest);
    }
  }

  /** Takes evidence in, which is of the form, without a look at what the journal says. */
  addClaim({ source }: JsonObject): void {
    if (!isJsonObject(source)) return;
    const { kind, snapshot_sha256: snapshotSha256 } = source;
    if (typeof kind !== 'string' || typeof snapshotSha256 !== 'string') return;
    const key = `${kind} ${snapshotSha256}`;
    const count = (this.#elsewhere.get(key)?.count ?? 0) + 1;
    this.#elsewhere.set(key, { kind, snapshotSha256, count });
  }

  /** What is wrong with what evidence says of its rows, where all facts before it were taken in; undefined for nothing. */
  faultOf({
    kind,
    session_id: session,
    dataset_id: dataset,
    source,
  }: JsonObject): ClaimFault | undefined {
    if (!ofRows.has(kind)) return undefined;
    const digest = typeof session === 'string' ? this.#sessions.get(session) : undefined;
    const claim = isJsonObject(source) ? source : undefined;
    if (claim?.['snapshot_sha256'] !== digest) {
      return told(digest ?? 'rows of the ledger', claim?.['snapshot_sha256']);
    }
    if (claim === undefined) return undefined;
    const known = typeof dataset === 'string' ? this.#sources.get(dataset) : undefined;
    if (claim['kind'] !== known?.kind) return told(known?.kind ?? 'no source', claim['kind']);
    const isSame = claim['record_ids'] === known?.recordIds;
    return isSame ? undefined : told(known?.recordIds ?? null, claim['record_ids']);
  }

  /** Every snapshot that evidence named, in the order in which they came. */
  elsewhere(): readonly RowsElsewhere[] {
    return [...this.#elsewhere.values()];
  }
}

function told(expected: JsonValue, actual: JsonValue | undefined): ClaimFault {
  const textOf = (value: JsonValue) => (typeof value === 'string' ? value : JSON.stringify(value));
  return { field: 'source', expected: textOf(expected), actual: textOf(actual ?? null) };
}
