/** Facts of decisions: kept with every record, intervention and erasure (docs/oversight.md, "Facts"). */
import type { PreparedRecord } from '../../shared/ledger/prepared.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { AppendedRecord, DecisionUpkeep, GoingValues } from '../ledger/decision-projection.ts';
import { AppliedProfiles } from './applied-profiles.ts';
import { DecisionSource, membersOf, type Going, type RecordPlace } from './decision-source.ts';
import { decisionTexts, notReviewed } from './decision-texts.ts';
import { FactRows } from './fact-rows.ts';
import { FactWork } from './fact-work.ts';
import type { SubjectKey } from '../proof/subject-key.ts';

/** Models whose sets are kept at hand. */
const modelsAtHand = 1_024;

/** Over the writer's connection; the caller holds the transaction. */
export class DecisionFacts implements DecisionUpkeep {
  readonly #source: DecisionSource;
  readonly #applied: AppliedProfiles;
  readonly #rowsOf: (set: Pick<FactRows, 'profile'>, modelId: string) => FactRows;
  readonly #sets = new Map<string, readonly FactRows[]>();
  readonly #rows = new Map<number, FactRows>();
  /** Versions of the cards in force, as canonical JSON. */
  readonly #cards = new Map<string, string | null>();
  /** What is made or removed beside appends. */
  readonly work: FactWork;

  /** @param key that of persons; made where there is none */
  constructor(database: WriterDatabase, key: () => SubjectKey) {
    this.#source = new DecisionSource(database);
    this.#applied = new AppliedProfiles(database);
    this.#rowsOf = ({ profile }, modelId) => {
      const known = this.#rows.get(profile);
      if (known !== undefined) return known;
      const document = this.#applied.documentOf(modelId, profile);
      const rows = new FactRows(database, { profile, document, key });
      this.#rows.set(profile, rows);
      return rows;
    };
    this.work = new FactWork(database, {
      key,
      source: this.#source,
      applied: this.#applied,
      rowsOf: this.#rowsOf,
      changed: () => this.undone(),
    });
  }

  appended(stored: AppendedRecord, prepared: PreparedRecord): void {
    const sets = this.#setsOf(prepared.modelId);
    if (sets.length === 0) return;
    const place = {
      id: stored.id,
      created_at: stored.createdAt,
      confidence: prepared.confidence ?? null,
      policy_id: prepared.policyId ?? null,
    };
    const valueOf = (field: string) => prepared.values.find((each) => each.field === field)?.value;
    const around = {
      createdAt: stored.createdAt,
      card: () => this.#cardOf(prepared.modelId, stored.seq),
      review: notReviewed,
    };
    for (const rows of sets) {
      const record = membersOf(rows.reader, place, valueOf);
      rows.add(stored.position, decisionTexts(rows.reader, record, around));
    }
  }

  registered(modelId: string): void {
    this.#cards.delete(modelId);
  }

  intervened(recordId: string): void {
    const place = this.#source.byId(recordId);
    const sets = place === undefined ? [] : this.#setsOf(place.model_id);
    if (place === undefined || sets.length === 0) return;
    const review = this.#source.review(recordId);
    for (const rows of sets) {
      rows.review(place.position, review);
      rows.removeUnused();
    }
  }

  erasing(targets: readonly GoingValues[]): void {
    const going = new Map<number, Set<string>>();
    for (const { seq, fields } of targets) {
      going.set(seq, new Set([...(going.get(seq) ?? []), ...fields]));
    }
    const places = new Map<number, RecordPlace>();
    for (const seq of going.keys()) {
      const place = this.#source.ofEntry(seq);
      if (place !== undefined) places.set(place.position, place);
    }
    const changed = new Set<FactRows>();
    for (const place of places.values()) {
      for (const rows of this.#setsOf(place.model_id)) {
        this.#erase(rows, place, going);
        changed.add(rows);
      }
    }
    for (const rows of changed) rows.removeUnused();
  }

  undone(): void {
    this.#cards.clear();
    this.#sets.clear();
    this.#rows.clear();
  }

  /** The row of a record, and who it is about, as they are without the values that go. */
  #erase(rows: FactRows, place: RecordPlace, going: Going): void {
    const before = this.#source.members(rows.reader, place);
    const left = this.#source.members(rows.reader, place, going);
    const texts = decisionTexts(rows.reader, left, this.#source.around(place, going));
    const gone = rows.reader
      .read(before)
      .subjects.filter((subject) => !texts.subjects.includes(subject));
    rows.removeSubjects(place.position, gone);
    rows.change(place.position, texts);
  }

  /** The version of the card in force at an entry that is appended now. */
  #cardOf(modelId: string, seq: number): string | null {
    const known = this.#cards.get(modelId);
    if (known !== undefined) return known;
    const card = this.#source.card(modelId, seq);
    this.#cards.set(modelId, card);
    return card;
  }

  /** The sets that a model's records have facts in: that which answers, and that which is being made. */
  #setsOf(modelId: string): readonly FactRows[] {
    const known = this.#sets.get(modelId);
    if (known !== undefined) return known;
    const sets = this.#applied.setsOf(modelId);
    const kept = new Set([sets?.wanted, sets?.answering]);
    const rows = [...kept].flatMap((set) =>
      set === undefined ? [] : [this.#rowsOf(set, modelId)],
    );
    if (this.#sets.size >= modelsAtHand) this.#sets.clear();
    this.#sets.set(modelId, rows);
    return rows;
  }
}
