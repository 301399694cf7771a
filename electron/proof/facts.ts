/** The one place that writes rows of facts: entry, payloads and row in the caller's transaction. */
import type { Database, Statement } from 'better-sqlite3';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import {
  factTables,
  type BegunTableName,
  type ClearMember,
  type CommittedMember,
  type FactTableName,
} from '../../shared/ledger/columns.ts';
import { otherEntry, otherMembers } from '../../shared/ledger/entries.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import { factMembers, factType, keyText, type RowKey } from '../../shared/ledger/facts.ts';
import type { EntrySigning } from '../ledger/entry-signing.ts';
import type { EntryValue, Journal, StoredEntryPlace } from '../ledger/journal.ts';
import { ColumnValues, type SqlValue } from './column-values.ts';
import { FactTable, secretHash, type RowState } from './fact-tables.ts';
import { commitmentsTo } from '../ledger/commitments.ts';

/** A change of one row. Members that it does not name stay as they are; null takes a value away. */
export interface Change<Table extends FactTableName> {
  /** Whoever acts at the moment, unless told. */
  readonly by?: Actor | undefined;
  readonly set?: Partial<Record<ClearMember<Table>, JsonValue>>;
  readonly commit?: Partial<Record<CommittedMember<Table>, JsonValue>>;
  /** Whoever signs it, where somebody does. */
  readonly signing?: EntrySigning | undefined;
}

/** Columns of a new row that no fact decides; secrets as their bytes. */
export type Besides = Readonly<Record<string, SqlValue>>;

export interface FactsMeans {
  readonly journal: () => Journal;
  readonly random: RandomBytes;
  /** Who acts at the moment. */
  readonly by: () => Actor;
}

const saltBytes = 16;
/** No entry is longer, in bytes: a tile of entries says their length in two bytes. */
const longestEntry = 65_535;

export class Facts {
  readonly #database: Database;
  readonly #means: FactsMeans;
  readonly #values: ColumnValues;
  readonly #tables = new Map<FactTableName, FactTable>();
  readonly #index: Statement<[number, string, string]>;
  readonly #isHeld: Statement<[string, string, string]>;

  constructor(database: Database, means: FactsMeans) {
    this.#database = database;
    this.#means = means;
    this.#values = new ColumnValues(database);
    this.#isHeld = database.prepare(
      `SELECT 1 FROM facts AS f JOIN payloads AS p ON p.seq = f.seq
       WHERE f.table_name = ? AND f.row = ? AND p.field = ? LIMIT 1`,
    );
    this.#index = database.prepare('INSERT INTO facts (seq, table_name, row) VALUES (?, ?, ?)');
  }

  /**
   * Writes a row's fact and the row itself; a row that is not there yet begins.
   * @returns the entry; undefined where nothing changes, and then nothing is written
   * @throws {RangeError} where the entry would be longer than 65,535 bytes
   */
  write<Table extends FactTableName>(
    name: Table,
    id: RowKey,
    change: Change<Table>,
    besides: Besides = {},
  ): StoredEntryPlace | undefined {
    const table = this.#table(name);
    const row = table.read(id);
    const set = { ...membersOf(change.set), ...secretsOf(table, besides) };
    const changed = changesOf(row, set, membersOf(change.commit));
    const isEmpty = Object.keys(changed.set).length + Object.keys(changed.commit).length === 0;
    if (row !== undefined && isEmpty) return undefined;
    for (const { member, source } of table.columns) {
      const told = set[member];
      const isAlways = source.source === 'fact' && source.always === true;
      if (isAlways && told !== undefined) changed.set[member] = told;
    }
    const place = this.#append(name, id, change, changed);
    const members = { ...changed.set, ...changed.commit };
    if (row === undefined) table.insert(id, members, besides);
    else table.update(id, members);
    return place;
  }

  /** Inserts a row that an entry of its own type vouches for; its facts tell what becomes of it. */
  begin(name: BegunTableName, id: RowKey, besides: Besides): void {
    this.#table(name).insert(id, factTables[name].begins.members, besides);
  }

  /** Ends a row: its last fact, and the row goes. Does nothing where there is none. */
  end(name: FactTableName, id: RowKey, by?: Actor): StoredEntryPlace | undefined {
    const table = this.#table(name);
    if (table.read(id) === undefined) return undefined;
    const place = this.#append(name, id, { by }, { set: null, commit: {} });
    table.remove(id);
    return place;
  }

  /** The key of a row by its text; undefined where it is none. */
  keyOfText(name: FactTableName, row: string): RowKey | undefined {
    return this.#table(name).keyOfText(row);
  }

  /** Empties columns of a row whose values were erased: no fact of the row has one any more. */
  emptyErased(name: FactTableName, row: string, fields: ReadonlySet<string>): void {
    const table = this.#table(name);
    const id = table.keyOfText(row);
    if (id === undefined || table.find(id) === undefined) return;
    for (const { column, source } of table.columns) {
      const isErased = source.source === 'commit' && fields.has(column);
      if (!isErased || this.#isHeld.get(name, row, column) !== undefined) continue;
      table.empty(id, column);
    }
  }

  #append<Table extends FactTableName>(
    table: Table,
    id: RowKey,
    { by = this.#means.by(), signing }: Change<Table>,
    { set, commit }: { readonly set: JsonObject | null; readonly commit: JsonObject },
  ): StoredEntryPlace {
    const values = Object.entries(commit)
      .filter(([, value]) => value !== null)
      .map(([field, value]): EntryValue => ({
        field,
        salt: signing?.salt() ?? base64url(this.#means.random(saltBytes)),
        value: canonicalJson(value),
      }));
    const commitments = commitmentsTo(values);
    // A committed member that becomes null is told in clear: there is nothing to commit to.
    const gone = Object.keys(commit).filter((field) => commit[field] === null);
    const told = set === null ? null : { ...set, ...Object.fromEntries(gone.map(toNull)) };
    const fact = { table, id, by, set: told };
    const unsigned = { type: factType, commitments, members: factMembers(fact) } as const;
    const signatures = signing?.sign(otherMembers(unsigned), values);
    const members = factMembers({ ...fact, ...signatures });
    const place = this.#means.journal().appendEntry((where) => {
      const text = otherEntry({ type: factType, ...where, commitments, members });
      if (Buffer.byteLength(text) > longestEntry) {
        throw new RangeError(`The fact about ${table}/${keyText(id)} is too long for an entry.`);
      }
      return text;
    }, values);
    this.#index.run(place.seq, table, keyText(id));
    return place;
  }

  #table(name: FactTableName): FactTable {
    const known = this.#tables.get(name);
    if (known !== undefined) return known;
    const table = new FactTable(this.#database, name, this.#values);
    this.#tables.set(name, table);
    return table;
  }
}

const toNull = (field: string) => [field, null] as const;

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

/** The members that a change names. */
function membersOf(members: Partial<Record<string, JsonValue>> = {}): JsonObject {
  const named: JsonObject = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) named[name] = value;
  }
  return named;
}

/** The members that state the hashes of secrets. */
function secretsOf(table: FactTable, besides: Besides): JsonObject {
  const secrets: JsonObject = {};
  for (const { column, member, source } of table.columns) {
    const secret = besides[column];
    if (source.source === 'secret' && Buffer.isBuffer(secret)) secrets[member] = secretHash(secret);
  }
  return secrets;
}

/** The members that differ from the row's; of a new row those that are not null. */
function changesOf(
  row: RowState | undefined,
  set: JsonObject,
  commit: JsonObject,
): { set: JsonObject; commit: JsonObject } {
  const differing = (now: JsonObject, wanted: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(wanted).filter(
        ([name, value]) => canonicalJson(now[name] ?? null) !== canonicalJson(value),
      ),
    );
  return {
    set: differing(row?.clear ?? {}, set),
    commit: differing(row?.committed ?? {}, commit),
  };
}
