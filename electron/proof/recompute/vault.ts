/** Tokens computed again: each is the keyed digest of the value that it stands for. */
import type { Database } from 'better-sqlite3';
import { canonicalJson, parseStrictJson } from '../../../shared/ledger/canonical-json.ts';
import { tokenOf } from '../../transformations/keyed-digest.ts';
import type { RowFinding } from '../row-finding.ts';

interface VaultRow {
  readonly token: string;
  readonly dataset: number;
  /** Null where the key is the dataset's. */
  readonly session: number | null;
  readonly value: string;
}

interface KeyRow {
  readonly key: Buffer;
  readonly dataset: number;
}

/** A token as it is made. */
const tokenForm = /^tok_[0-9a-f]{32}$/;

/** Compares every token with its value, under the key of its session or of its dataset; yields between them. */
export function* checkVault(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  const keys = {
    dataset: database.prepare<[number], KeyRow>(
      'SELECT key, number AS dataset FROM datasets WHERE number = ?',
    ),
    session: database.prepare<[number], KeyRow>(
      'SELECT key, dataset FROM sessions WHERE number = ?',
    ),
  };
  const rows = database.prepare<[], VaultRow>('SELECT token, dataset, session, value FROM vault');
  for (const row of rows.iterate()) {
    yield;
    const { token, dataset, session, value } = row;
    const known = session === null ? keys.dataset.get(dataset) : keys.session.get(session);
    const about = { kind: 'altered', table: 'vault', row: token, seq: 0 } as const;
    if (known !== undefined && known.dataset !== dataset) {
      const values = { expected: String(known.dataset), actual: String(dataset) };
      report({ ...about, column: 'dataset', ...values });
      continue;
    }
    const expected = known && tokenUnder(known.key, value);
    if (expected === token) continue;
    report({
      ...about,
      column: columnOf(database, row),
      expected: expected ?? null,
      actual: token,
    });
  }
}

/** The column that was altered, as far as another key of the dataset tells it. */
function columnOf(database: Database, { token, dataset, value }: VaultRow): string {
  if (!tokenForm.test(token)) return 'token';
  const keys = database
    .prepare<[number, number], Buffer>(
      'SELECT key FROM datasets WHERE number = ? UNION ALL SELECT key FROM sessions WHERE dataset = ?',
    )
    .pluck();
  for (const key of keys.iterate(dataset, dataset)) {
    if (tokenUnder(key, value) === token) return 'session';
  }
  const others = database.prepare<[], Buffer>('SELECT key FROM datasets').pluck();
  for (const key of others.iterate()) if (tokenUnder(key, value) === token) return 'dataset';
  return 'value';
}

/** Undefined for a value that is not written as the vault does, or a key that is none. */
function tokenUnder(key: Buffer, text: string): string | undefined {
  try {
    const value = parseStrictJson(text);
    return canonicalJson(value) === text ? tokenOf(key, value) : undefined;
  } catch {
    return undefined;
  }
}
