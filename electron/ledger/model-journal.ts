/** Appends the registry's entries with their projection rows: both are there, or neither is. */
import type { Statement } from 'better-sqlite3';
import type { CreateModel } from '../../shared/contract/models.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { Journal, StoredEntryPlace } from './journal.ts';
import {
  artifactCheckEntry,
  cardRow,
  checkRow,
  modelEntry,
  type ArtifactFinding,
  type ProjectedRow,
} from './model-entries.ts';

/** Where an appended registry entry stands. */
export interface RegistryPlace extends StoredEntryPlace {
  readonly id: string;
}

/** Over the writer's connection. The caller holds the journal's transaction. */
export class ModelJournal {
  readonly #createId: CreateId;
  readonly #insertModel: Statement<[ProjectedRow]>;
  readonly #insertCheck: Statement<[ProjectedRow]>;

  constructor(database: WriterDatabase, createId: CreateId) {
    this.#createId = createId;
    this.#insertModel = database.prepare(
      `INSERT INTO models (seq, id, model_id, version, major, minor, patch, created_at, model_hash,
         training_date, framework, performance, fairness, intended_use, limitations,
         account_id, hash)
       VALUES (@seq, @id, @model_id, @version, @major, @minor, @patch, @created_at, @model_hash,
         @training_date, @framework, @performance, @fairness, @intended_use, @limitations,
         @account_id, unhex(@hash))`,
    );
    this.#insertCheck = database.prepare(
      `INSERT INTO artifact_checks (seq, id, model_id, version, created_at, method, outcome,
         expected, actual, name, files, bytes, hash)
       VALUES (@seq, @id, @model_id, @version, @created_at, @method, @outcome,
         @expected, @actual, @name, @files, @bytes, unhex(@hash))`,
    );
  }

  /**
   * Registers a card. Its model has no such version yet.
   * @param accountId whose key writes it; undefined for what is nobody's
   */
  appendCard(journal: Journal, card: CreateModel, accountId?: string): RegistryPlace {
    const registered = { id: this.#createId('card'), card, accountId };
    const place = journal.appendEntry((at) => modelEntry(at, registered));
    this.#insertModel.run(cardRow(place, registered, hexOf(place)));
    journal.projection?.registered(card.model_id);
    return { ...place, id: registered.id };
  }

  /** Keeps what an artifact check found. */
  appendArtifactCheck(journal: Journal, found: ArtifactFinding): RegistryPlace {
    const id = this.#createId('ev');
    const place = journal.appendEntry((at) => artifactCheckEntry(at, id, found));
    this.#insertCheck.run(checkRow(place, id, found, hexOf(place)));
    return { ...place, id };
  }
}

function hexOf(place: StoredEntryPlace): string {
  return place.hash.slice('sha256:'.length);
}
