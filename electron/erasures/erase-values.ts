/** Deletes erased values from every table of the ledger that holds or was made from them. */
import type { JsonValue } from '../../shared/contract/json.ts';
import { isFactTableName } from '../../shared/ledger/columns.ts';
import { isEvidenceId } from '../../shared/ledger/entries.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { ItemKeys } from '../intake/item-keys.ts';
import type { PlacedTarget } from '../ledger/intervention-journal.ts';
import { cutMark, searchText, wholeSearchText } from '../ledger/search-text.ts';
import type { Facts } from '../proof/facts.ts';
import { TakenPapers } from '../proof/taken-papers.ts';
import { evidenceTableOf } from './evidence-erasures.ts';

/** Whose values were erased: copies that are kept of it are to be forgotten. */
export type Erased =
  | { readonly recordId: string }
  /** Rows of it went: whatever tells of any of its rows may tell of them. */
  | { readonly datasetId: string }
  | {
      readonly table: string;
      /** Text of the row's key. */
      readonly row: string;
      readonly fields: ReadonlySet<string>;
      /** Values that went. */
      readonly values: readonly JsonValue[];
    };

export interface ErasingMeans {
  readonly database: WriterDatabase;
  readonly facts: Facts;
}

/**
 * Deletes values and salts with what was made from them: the transaction id's clear copy, the words of
 * input and output in the search index, the fingerprint of its idempotency key, the columns of a row. The caller
 * holds the transaction.
 * @returns the records and rows that they were of
 */
export function eraseValues(
  { database, facts }: ErasingMeans,
  targets: readonly PlacedTarget[],
): readonly Erased[] {
  const erased = new Map<string, Erased>();
  const statements = statementsOf(database);
  for (const target of targets) {
    const place = rowOf(target);
    if (place === undefined) {
      const recordId = eraseInRecord(statements, target);
      erased.set(recordId, { recordId });
      continue;
    }
    const { table, row } = place;
    const values = takePayloads(statements, target);
    const known = erased.get(target.id);
    const before = known !== undefined && 'values' in known ? known : { fields: [], values: [] };
    const fields = new Set([...before.fields, ...target.fields]);
    erased.set(target.id, { table, row, fields, values: [...before.values, ...values] });
  }
  new ItemKeys(database).forget(targets.map(({ seq }) => seq));
  const papers = new TakenPapers(database, facts);
  for (const each of erased.values()) {
    if (!('table' in each) || !isFactTableName(each.table)) continue;
    facts.emptyErased(each.table, each.row, each.fields);
    papers.take(each.table, each.row, each.fields);
  }
  return [...erased.values()];
}

/** The row that a target is of; an alert is one of its steps together, a figure one by its id. Undefined for a record or an intervention. */
function rowOf({ id }: Pick<PlacedTarget, 'id'>) {
  if (isEvidenceId(id)) return { table: evidenceTableOf(id), row: id };
  const at = id.indexOf('/');
  return at === -1 ? undefined : { table: id.slice(0, at), row: id.slice(at + 1) };
}

/** The statements that take values, prepared once for all targets. */
function statementsOf(database: WriterDatabase) {
  return {
    remove: database
      .prepare<[number, string], string>(
        'DELETE FROM payloads WHERE seq = ? AND field = ? RETURNING value',
      )
      .pluck(),
    value: database
      .prepare<[number, string], string>('SELECT value FROM payloads WHERE seq = ? AND field = ?')
      .pluck(),
    position: database
      .prepare<[number], number>('SELECT position FROM records WHERE seq = ?')
      .pluck(),
    recordOf: database
      .prepare<[number], string>('SELECT record_id FROM interventions WHERE seq = ?')
      .pluck(),
    forgetTransaction: database.prepare<[number]>(
      'UPDATE records SET transaction_id = NULL WHERE seq = ?',
    ),
    unindex: database.prepare<[number, string]>(
      "INSERT INTO records_search (records_search, rowid, text) VALUES ('delete', ?, ?)",
    ),
    index: database.prepare<[number, string]>(
      'INSERT INTO records_search (rowid, text) VALUES (?, ?)',
    ),
    cut: database.prepare<[string, number]>(
      'SELECT 1 FROM records_search WHERE records_search MATCH ? AND rowid = ?',
    ),
  };
}
type Statements = ReturnType<typeof statementsOf>;

/** @returns the values that went */
function takePayloads(
  { remove }: Statements,
  { seq, fields }: Pick<PlacedTarget, 'seq' | 'fields'>,
): JsonValue[] {
  return fields.flatMap((field): JsonValue[] => {
    const value = remove.get(seq, field);
    return value === undefined ? [] : [JSON.parse(value)];
  });
}

/** @returns the record that the entry is, or is about */
function eraseInRecord(statements: Statements, target: PlacedTarget): string {
  const { seq, fields } = target;
  const position = statements.position.get(seq);
  if (position === undefined) {
    takePayloads(statements, target);
    return statements.recordOf.get(seq) ?? target.id;
  }
  const values = (): readonly [input: string, output: string] => [
    statements.value.get(seq, 'input') ?? '',
    statements.value.get(seq, 'output') ?? '',
  ];
  const before = values();
  takePayloads(statements, target);
  if (fields.includes('transaction_id')) statements.forgetTransaction.run(seq);
  const after = values();
  if (after.join() !== before.join()) searchAnew(statements, position, { before, after });
  return target.id;
}

type SearchedValues = readonly [input: string, output: string];

/**
 * The index keeps no text of its own: it must be told what it indexed to take it out again. What an
 * earlier version indexed was never cut.
 */
function searchAnew(
  { unindex, index, cut }: Statements,
  position: number,
  { before, after }: { readonly before: SearchedValues; readonly after: SearchedValues },
): void {
  // The mark tells whether the index holds a part of the record's text.
  const isWhole =
    searchText(...before).endsWith(cutMark) && cut.get(cutMark, position) === undefined;
  unindex.run(position, isWhole ? wholeSearchText(...before) : searchText(...before));
  index.run(position, searchText(...after));
}
