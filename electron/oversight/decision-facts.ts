/** Facts of decisions: kept with every record, intervention and erasure (docs/oversight.md, "Facts"). */
import type { PreparedRecord } from '../../shared/ledger/prepared.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { AppendedRecord, DecisionUpkeep, GoingValues } from '../ledger/decision-projection.ts';
import { AppliedProfiles, waitsBehind, type FactSet } from './applied-profiles.ts';
import { DecisionSource, membersOf, type Going, type RecordPlace } from './decision-source.ts';
import { decisionTexts, notReviewed, type DecisionTexts } from './decision-texts.ts';
import { FactRows } from './fact-rows.ts';
import { factsAtOnce, FactWork } from './fact-work.ts';
import type { SubjectKey } from '../proof/subject-key.ts';

/** Models whose sets are kept at hand. */
const modelsAtHand = 1_024;

/** Rows that wait at most: with the next they are written. Readers make those that wait from the records. */
export const mostWaiting = 256;

/** Characters of their values: with more of them the rows are written sooner. */
const mostWaitingText = 4 * 1024 * 1024;

/** A record whose facts are not read yet. Many are read in one go: much quicker than each beside its own commit. */
interface Waiting {
  readonly sets: readonly FactRows[];
  readonly stored: AppendedRecord;
  readonly prepared: PreparedRecord;
}

/** Over the writer's connection; the caller holds the transaction. */
export class DecisionFacts implements DecisionUpkeep {
  readonly #source: DecisionSource;
  readonly #applied: AppliedProfiles;
  readonly #rowsOf: (set: Pick<FactRows, 'profile'>, modelId: string) => FactRows;
  readonly #sets = new Map<string, readonly FactRows[]>();
  readonly #rows = new Map<number, FactRows>();
  /** Versions of the cards in force, as canonical JSON. */
  readonly #cards = new Map<string, string | null>();
  /** In the order of positions; undefined where it is not known what waits. */
  #waiting: Waiting[] | undefined;
  /** Characters of the values of those that wait. */
  #waitingText = 0;
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
      write: () => this.write(),
      changed: () => this.undone(),
    });
  }

  get isWaiting(): boolean {
    return this.#waiting === undefined || this.#waiting.length > 0;
  }

  appended(stored: AppendedRecord, prepared: PreparedRecord): void {
    const sets = this.#setsOf(prepared.modelId);
    if (sets.length === 0) return;
    this.#waiting ??= this.#caughtUp(stored.position - 1);
    this.#waiting.push({ sets, stored, prepared });
    for (const { value } of prepared.values) this.#waitingText += value.length;
    const isFull = this.#waiting.length >= mostWaiting || this.#waitingText >= mostWaitingText;
    if (isFull || !sets.every((rows) => rows.hasRoom(mostWaiting))) this.write();
  }

  write(): void {
    const waiting = this.#waiting ?? this.#caughtUp(Number.MAX_SAFE_INTEGER);
    const last = new Map<FactRows, number>();
    for (const { sets, stored, prepared } of waiting) {
      for (const rows of sets) {
        rows.add(stored.position, this.#texts(rows, stored, prepared));
        last.set(rows, stored.position);
      }
    }
    for (const [rows, position] of last) rows.writtenTo(position);
    this.#waiting = [];
    this.#waitingText = 0;
  }

  /** The facts of a record as it was appended. */
  #texts(
    { reader }: FactRows,
    stored: AppendedRecord,
    { modelId, confidence, policyId, values }: PreparedRecord,
  ): DecisionTexts {
    const place = {
      id: stored.id,
      created_at: stored.createdAt,
      confidence: confidence ?? null,
      policy_id: policyId ?? null,
    };
    const valueOf = (name: string) => values.find(({ field }) => field === name)?.value;
    return decisionTexts(reader, membersOf(reader, place, valueOf), {
      createdAt: stored.createdAt,
      card: () => this.#cardOf(modelId, stored.seq),
      review: notReviewed,
    });
  }

  /** Writes what an earlier transaction left, up to a position; nothing waits then. */
  #caughtUp(until: number): Waiting[] {
    for (const modelId of this.#applied.models()) {
      for (const set of this.#keptSetsOf(modelId)) {
        const rows = this.#rowsOf(set, modelId);
        let after = waitsBehind(set);
        let places: readonly RecordPlace[];
        do {
          places = this.#source.ofModel(modelId, after, until, factsAtOnce);
          for (const place of places) {
            rows.add(place.position, this.#source.texts(rows.reader, place));
            after = place.position;
          }
          if (places.length > 0) rows.writtenTo(after);
        } while (places.length === factsAtOnce);
      }
    }
    return [];
  }

  registered(modelId: string): void {
    this.write();
    this.#cards.delete(modelId);
  }

  intervened(recordId: string): void {
    this.write();
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
    this.write();
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
    this.#waiting = undefined;
    this.#waitingText = 0;
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

  /** The version of the card in force at the entry of a record that waits. */
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
    const rows = this.#keptSetsOf(modelId).map((set) => this.#rowsOf(set, modelId));
    if (this.#sets.size >= modelsAtHand) this.#sets.clear();
    this.#sets.set(modelId, rows);
    return rows;
  }

  #keptSetsOf(modelId: string): FactSet[] {
    const sets = this.#applied.setsOf(modelId);
    return [...new Set([sets?.wanted, sets?.answering])].filter((set) => set !== undefined);
  }
}
