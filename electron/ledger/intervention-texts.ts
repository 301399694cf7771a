/** Interventions on a record as JSON, put together from their rows and the values still stored. */
import type { Database, Statement } from 'better-sqlite3';
import { quoteString } from '../../shared/ledger/canonical-json.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const interventionStatements = {
  ofRecord: `SELECT seq, id, record_id, n, action, actor_id, actor_role, meaning, supersedes, created_at, lower(hex(previous_hash)) AS previous_hash, signature,
      lower(hex(hash)) AS hash
    FROM interventions WHERE record_id = ? ORDER BY n`,
  // Of a value that is left out SQLite reads its length and no more.
  values: `SELECT field, octet_length(value),
      CASE WHEN octet_length(value) <= @longest THEN value END
    FROM payloads WHERE seq = @seq ORDER BY field`,
} as const;

export interface InterventionRow {
  readonly seq: number;
  readonly id: string;
  readonly record_id: string;
  readonly n: number;
  readonly action: string;
  readonly actor_id: string;
  readonly actor_role: string;
  readonly meaning: string | null;
  readonly supersedes: string | null;
  readonly created_at: string;
  /** Hexadecimal. */
  readonly previous_hash: string;
  /** JSON. */
  readonly signature: string | null;
  readonly hash: string;
}

interface ValuesOf {
  readonly seq: number;
  /** Bytes; longer values are left out. */
  readonly longest: number;
}

/** A value as it is kept: its text is canonical. */
export interface KnownValue {
  readonly field: string;
  readonly value: string;
}

type ValueRow = [field: string, bytes: number, value: string | null];

/** Where the next intervention on a record stands, behind those that are there; hashes are `sha256:…`. */
export function nextPlace(
  before: readonly Pick<InterventionRow, 'hash'>[],
  recordHash: string,
): { readonly n: number; readonly previousHash: string } {
  const last = before.at(-1);
  return {
    n: before.length + 1,
    previousHash: last === undefined ? recordHash : `sha256:${last.hash}`,
  };
}

/** Over one connection. */
export class InterventionTexts {
  readonly #ofRecord: Statement<[string], InterventionRow>;
  readonly #values: Statement<[ValuesOf], ValueRow>;

  constructor(database: Database) {
    this.#ofRecord = database.prepare(interventionStatements.ofRecord);
    this.#values = database.prepare<[ValuesOf], ValueRow>(interventionStatements.values).raw();
  }

  /** The interventions on a record in their order. */
  rows(recordId: string): InterventionRow[] {
    return this.#ofRecord.all(recordId);
  }

  /**
   * The JSON array of the interventions on a record whose hash is `recordHash` (`sha256:…`); of values
   * of more than `longest` bytes it tells how long they are.
   */
  array(recordId: string, recordHash: string, longest?: number): string {
    return `[${this.rows(recordId)
      .map((row) => this.text(row, recordHash, longest))
      .join()}]`;
  }

  /** Bytes of the values of an intervention. */
  bytes({ seq }: InterventionRow): number {
    return this.#values.all({ seq, longest: 0 }).reduce((sum, [, bytes]) => sum + bytes, 0);
  }

  /**
   * One intervention as JSON.
   * @param known its values in the order of their fields, where they were kept just now: they are not read again
   */
  text(
    row: InterventionRow,
    recordHash: string,
    longest = Number.MAX_SAFE_INTEGER,
    known?: readonly KnownValue[],
  ): string {
    const member = (name: string, value: string | null) =>
      value === null ? '' : `,"${name}":${quoteString(value)}`;
    const values: string[] = [];
    const omitted: string[] = [];
    for (const { field, value } of known ?? []) values.push(`,${quoteString(field)}:${value}`);
    const kept = known === undefined ? this.#values.all({ seq: row.seq, longest }) : [];
    for (const [field, bytes, value] of kept) {
      if (value === null) omitted.push(`${quoteString(field)}:${bytes}`);
      else values.push(`,${quoteString(field)}:${readable(field, value)}`);
    }
    if (omitted.length > 0) values.push(`,"omitted":{${omitted.join()}}`);
    return (
      `{"id":${quoteString(row.id)},"record_id":${quoteString(row.record_id)}` +
      `,"record_hash":${quoteString(recordHash)},"n":${row.n}` +
      `,"previous_hash":"sha256:${row.previous_hash}","action":${quoteString(row.action)}` +
      `,"actor":${actor(row.actor_id, row.actor_role)}` +
      `${member('meaning', row.meaning)}${member('supersedes', row.supersedes)}${values.join('')}` +
      (row.signature === null ? '' : `,"signature":${row.signature}`) +
      `,"created_at":${quoteString(row.created_at)},"hash":"sha256:${row.hash}"}`
    );
  }
}

function actor(id: string, role: string): string {
  return `{"id":${quoteString(id)},"role":${quoteString(role)}}`;
}

/** A value that is no longer JSON was changed behind the ledger's back: it is shown as it is. */
function readable(field: string, value: string): string {
  try {
    JSON.parse(value);
    return value;
  } catch {
    return field === 'outcome' ? JSON.stringify({ unreadable: value }) : JSON.stringify(value);
  }
}
