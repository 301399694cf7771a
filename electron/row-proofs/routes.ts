/** The route of proof about one row (docs/ledger-format.md, "Proof of one row"). */
import { isFactTableName, type FactTableName } from '../../shared/ledger/columns.ts';
import type { RowKey } from '../../shared/ledger/facts.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import type { Ownership } from '../access/ownership.ts';
import type { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { ColumnValues } from '../proof/column-values.ts';
import { FactTable } from '../proof/fact-tables.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import { refuseForeignRow, refuseTable, toldMembers, unknownRow } from './readable-rows.ts';
import { lastEntryOf, readRowProof } from './row-proof.ts';
import { SubjectProofs } from './subject-proofs.ts';

export interface RowProofOptions {
  readonly database: ReaderDatabase;
  readonly ownership: Ownership;
  readonly files: CheckpointFiles;
  /** Has the writer sign the ledger as it is; resolves with the note. */
  readonly sign: () => Promise<string>;
}

/** Handlers that a reader thread answers; a checkpoint that is missing is signed by the writer. */
export function rowProofRoutes(options: RowProofOptions): RouteHandlers<'getRowProof'> {
  const { database, ownership } = options;
  const tables = new Tables(database);
  const subjects = new SubjectProofs(database);
  const chain = new ChainStore(database);

  /** The newest own note where it covers an entry; else one that is signed now. */
  const noteOver = (last: number): string | Promise<string> => {
    const kept = options.files.own(1)[0]?.note ?? '';
    const size = parseCheckpoint(kept)?.size ?? 0;
    return size > last && size <= chain.size() ? kept : options.sign();
  };

  return {
    getRowProof: async ({ parameters, query, principal }) => {
      if (!isFactTableName(parameters.table)) return unknownRow(parameters.table, parameters.id);
      refuseTable(parameters.table, principal);
      const table = tables.of(parameters.table);
      const id = table.keyOfText(parameters.id) ?? unknownRow(table.name, parameters.id);
      refuseForeignRow(table, id, { principal, ownership });
      const last = lastEntryOf(database, table, id) ?? -1;
      if (last === -1 && !isThere(table, id)) return unknownRow(table.name, parameters.id);
      const subject = await subjects.prove(table.name, id);
      const note = await noteOver(Math.max(last, subject?.seq ?? -1));
      const asked = { table, id, told: toldMembers(table.name), page: query };
      const read = () => readRowProof(database, asked, { note, subject });
      return jsonReply(database.transaction(read).deferred());
    },
  };
}

/** Whether there is a row without facts: one that the schema makes. */
function isThere(table: FactTable, id: RowKey): boolean {
  return table.find(id) !== undefined;
}

/** Tables of facts over one connection, each prepared as it is first asked for. */
class Tables {
  readonly #database: ReaderDatabase;
  readonly #values: ColumnValues;
  readonly #known = new Map<FactTableName, FactTable>();

  constructor(database: ReaderDatabase) {
    this.#database = database;
    this.#values = new ColumnValues(database);
  }

  of(name: FactTableName): FactTable {
    const known = this.#known.get(name) ?? new FactTable(this.#database, name, this.#values);
    this.#known.set(name, known);
    return known;
  }
}
