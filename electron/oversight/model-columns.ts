/** The columns of one model's decisions, kept in memory and grown with the ledger. */
import type { FactValue } from '../../shared/contract/oversight.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { outcomeClassifier } from '../../shared/oversight/profile-reader.ts';
import { columnPrefix, groupPrefix } from '../../shared/oversight/field-names.ts';
import {
  firstColumn,
  firstGroup,
  type ColumnReader,
  type FactRow,
  type FactsOfModel,
  type TextKey,
} from './column-reader.ts';
import {
  flagColumn,
  flags,
  type Column,
  type DecisionColumns,
  type TextColumn,
} from './decision-columns.ts';
import { Dictionary, GrowingCodes, GrowingNumbers } from './growing-column.ts';

/** The profile that a model's decisions are read by. */
export interface ReadingProfile {
  /** Of the rows of its facts. */
  readonly facts: number;
  readonly number: number;
  readonly profileId: string;
  readonly n: number;
  readonly document: ProfileDocument;
}

/** A group or a further column of a profile: numbers, or texts by number. */
interface Member {
  /** As filters name it. */
  readonly field: string;
  /** Its place in a row of facts. */
  readonly place: number;
  readonly column:
    | { readonly kind: 'number'; readonly numbers: GrowingNumbers }
    | {
        readonly kind: 'coded';
        readonly codes: GrowingCodes;
        readonly dictionary: Dictionary<TextKey>;
      };
}

/** How far the ledger goes: its newest record, and its newest entry. */
export interface LedgerEnd {
  readonly lastPosition: number;
  readonly seq: number;
}

/** As SQL takes it for no limit. */
const everyRow = -1;

/** Columns of one model; without a profile its time of recording, confidence, policy and transaction alone. */
export class ModelColumns implements DecisionColumns {
  readonly modelId: string;
  readonly profile: ReadingProfile | undefined;
  readonly #reader: ColumnReader;
  readonly #facts: FactsOfModel | undefined;
  size = 0;
  /** Goes up as rows that were there before change. */
  revision = 0;
  #positions = new Uint32Array(0);
  readonly #decided = new GrowingNumbers();
  readonly #confidence = new GrowingNumbers();
  readonly #policy = new GrowingCodes();
  readonly #policies = new Dictionary<string>((policyId) => policyId);
  readonly #flags = new GrowingCodes();
  readonly #outcomes: Dictionary<TextKey>;
  readonly #outcome = new GrowingCodes();
  readonly #effect = new GrowingCodes();
  readonly #versions: Dictionary<TextKey>;
  readonly #version = new GrowingCodes();
  readonly #amount = new GrowingNumbers();
  readonly #members: readonly Member[];
  readonly #waited = new Map<number, number>();
  readonly #recorded = new GrowingNumbers();
  #recordedRows = 0;
  #transactionsKnown = new Uint8Array();
  readonly #classOf: (text: string | null) => FactValue | undefined;
  /** The newest record that was looked at, and the newest entry. */
  #upTo = 0;
  #seq: number;

  /** @param seq the newest entry of the ledger */
  constructor(
    modelId: string,
    profile: ReadingProfile | undefined,
    { reader, seq }: { readonly reader: ColumnReader; readonly seq: number },
  ) {
    this.modelId = modelId;
    this.profile = profile;
    this.#reader = reader;
    this.#facts = profile && { modelId, facts: profile.facts, document: profile.document };
    this.#seq = seq;
    const dictionary = () => new Dictionary<TextKey>((key) => reader.value(key), waitedAs);
    this.#outcomes = dictionary();
    this.#versions = dictionary();
    this.#classOf = outcomeClassifier(profile?.document.outcome ?? null);
    this.#members = membersOf(profile?.document, dictionary);
  }

  get positions(): Uint32Array {
    return this.#positions.subarray(0, this.size);
  }

  /** Bytes of its arrays, with the room at their end. */
  get bytes(): number {
    const columns = [
      this.#decided,
      this.#confidence,
      this.#policy,
      this.#flags,
      this.#outcome,
      this.#effect,
      this.#version,
      this.#amount,
      this.#recorded,
      ...this.#members.map(({ column }) =>
        column.kind === 'number' ? column.numbers : column.codes,
      ),
    ];
    return columns.reduce((sum, { bytes }) => sum + bytes, this.#positions.byteLength);
  }

  /**
   * Reads what came since: records up to `lastPosition`, or `most` of them, and what people did up to the entry `seq`.
   * Answers false where all is to be read anew: an outcome that no decision has any more is forgotten, and its number
   * given again.
   */
  refresh({ lastPosition, seq }: LedgerEnd, most = everyRow): boolean {
    if (seq === this.#seq && lastPosition === this.#upTo) return true;
    if (this.#facts !== undefined) {
      const touched = this.#reader.touched(this.modelId, this.#seq);
      if (touched.length > 0 && this.#outcomes.isStale()) return false;
      for (const position of touched) this.#readAgain(position, this.#facts);
    }
    this.#seq = seq;
    const before = this.size;
    const after = this.#upTo;
    this.#grow(most);
    const isWhole = most === everyRow || this.size - before < most;
    this.#upTo = isWhole ? lastPosition : (this.#positions[this.size - 1] ?? lastPosition);
    this.#markDrawn(after);
    return true;
  }

  /** Tells whether it holds every record up to a position. */
  isReadUpTo(position: number): boolean {
    return this.#upTo >= position;
  }

  /** Reads the decisions at some positions, which rise, and no others. */
  readOnly(positions: readonly number[]): void {
    if (this.#facts === undefined) return;
    for (const position of positions) {
      const facts = this.#reader.factsAt(this.#facts, position);
      if (facts !== undefined) this.#put(this.#add(position), facts);
    }
  }

  #readAgain(position: number, of: FactsOfModel): void {
    const row = this.rowOf(position);
    const facts = row === undefined ? undefined : this.#reader.factsAt(of, position);
    if (row === undefined || facts === undefined) return;
    this.#put(row, facts);
    this.revision += 1;
  }

  /** The row at a position of the ledger; undefined where the model has none there. */
  rowOf(position: number): number | undefined {
    const row = this.firstRow(position);
    return row < this.size && this.#positions[row] === position ? row : undefined;
  }

  /** The first row at a position or behind it. */
  firstRow(position: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#positions[middle] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  waited(row: number): number | undefined {
    return this.#waited.get(row);
  }

  column(field: string): Column | undefined {
    const { size } = this;
    switch (field) {
      case 'decided_at':
        return { kind: 'time', numbers: this.#decided.first(size) };
      case 'created_at':
        return { kind: 'time', numbers: this.#recordedTimes() };
      case 'confidence':
        return { kind: 'number', numbers: this.#confidence.first(size) };
      case 'model_id':
        return { kind: 'coded', codes: new Uint8Array(size), values: [this.modelId] };
      case 'policy_id':
        return this.#coded(this.#policy, this.#policies.values);
      case 'transaction_id':
        return this.#transactions();
      default:
        return this.profile === undefined ? undefined : this.#factColumn(field);
    }
  }

  #factColumn(field: string): Column | undefined {
    const { size } = this;
    switch (field) {
      case 'outcome':
        return this.#coded(this.#outcome, this.#outcomes.values);
      case 'effect':
        return this.#coded(this.#effect, this.#outcomes.values);
      case 'outcome_class':
        return this.#coded(this.#outcome, this.#classes());
      case 'effect_class':
        return this.#coded(this.#effect, this.#classes());
      case 'version':
        return this.#coded(this.#version, this.#versions.values);
      case 'amount':
        return this.profile?.document.amount === null
          ? undefined
          : { kind: 'number', numbers: this.#amount.first(size) };
      default: {
        const column = this.#members.find((member) => member.field === field)?.column;
        if (column === undefined) return flagColumn(field, this.#flags.first(size));
        return column.kind === 'number'
          ? { kind: 'number', numbers: column.numbers.first(size) }
          : this.#coded(column.codes, column.dictionary.values);
      }
    }
  }

  #coded(codes: GrowingCodes, values: readonly (FactValue | undefined)[]): Column {
    return { kind: 'coded', codes: codes.first(this.size), values };
  }

  /** The class of each outcome by its number. */
  #classes(): (FactValue | undefined)[] {
    return this.#outcomes.values.map((value) => {
      if (value === undefined) return undefined;
      return this.#classOf(isOther(value) ? '' : canonicalJson(value));
    });
  }

  #transactions(): TextColumn {
    const { modelId } = this;
    const reader = this.#reader;
    return {
      kind: 'text',
      rowsOf: (texts) =>
        texts.flatMap((text) =>
          reader.transactionPositions(modelId, text).flatMap((each) => this.rowOf(each) ?? []),
        ),
      present: () => this.#withTransaction(),
    };
  }

  /** When each row was recorded: read once and then of new rows alone, where the profile has another time. */
  #recordedTimes(): Float64Array {
    if (this.profile === undefined) return this.#decided.first(this.size);
    const known = this.#recordedRows;
    if (known < this.size) {
      const after = this.#positions[known - 1] ?? 0;
      const upTo = this.#positions[this.size - 1] ?? 0;
      for (let row = known; row < this.size; row += 1) this.#recorded.set(row, Number.NaN);
      for (const [position, createdAt] of this.#reader.recorded(this.modelId, after, upTo)) {
        const row = this.rowOf(position);
        if (row !== undefined) this.#recorded.set(row, Date.parse(createdAt));
      }
      this.#recordedRows = this.size;
    }
    return this.#recorded.first(this.size);
  }

  /** Which rows have a transaction, read once and then of new rows alone. */
  #withTransaction(): Uint8Array {
    const before = this.#transactionsKnown.length;
    if (before < this.size) {
      const known = new Uint8Array(this.size);
      known.set(this.#transactionsKnown);
      const after = this.#positions[before - 1] ?? 0;
      for (const position of this.#reader.transactions(this.modelId, after)) {
        const row = this.rowOf(position);
        if (row !== undefined) known[row] = 1;
      }
      this.#transactionsKnown = known;
    }
    return this.#transactionsKnown;
  }

  #grow(most: number): void {
    if (this.#facts !== undefined) {
      this.#growByFacts(this.#facts, most);
      return;
    }
    const bare = this.#reader.bare(this.modelId, this.#upTo, most);
    for (const [position, createdAt, confidence, policyId] of bare) {
      const row = this.#add(position);
      this.#decided.set(row, Date.parse(createdAt));
      this.#confidence.set(row, confidence ?? Number.NaN);
      this.#policy.set(row, this.#policies.codeOf(policyId));
    }
  }

  /** Rows that are written, and then those that wait, each of which stays as it is once it is written. */
  #growByFacts(of: FactsOfModel, most: number): void {
    const before = this.size;
    for (const facts of this.#reader.facts(of.facts, this.#upTo, most)) {
      this.#put(this.#add(facts[0]), facts);
    }
    const left = most === everyRow ? everyRow : most - (this.size - before);
    if (left === 0) return;
    const after = Math.max(this.#upTo, this.#positions[this.size - 1] ?? 0);
    for (const facts of this.#reader.waiting(of, after, left)) {
      this.#put(this.#add(facts[0]), facts);
    }
  }

  /** Marks the rows behind a position that the sample of its profile draws. */
  #markDrawn(after: number): void {
    const percent = this.profile?.document.review?.sample_percent ?? 0;
    if (percent === 0) return;
    for (const position of this.#reader.drawn(this.modelId, { after, upTo: this.#upTo, percent })) {
      const row = this.rowOf(position);
      if (row !== undefined) this.#flags.set(row, this.#flags.at(row) | flags.sampled);
    }
  }

  #add(position: number): number {
    const row = this.size;
    if (row >= this.#positions.length) {
      const larger = new Uint32Array(Math.max(256, Math.ceil((row + 1) * 1.25)));
      larger.set(this.#positions);
      this.#positions = larger;
    }
    this.#positions[row] = position;
    this.size = row + 1;
    return row;
  }

  #put(row: number, facts: FactRow): void {
    const [position, outcome, effect, version, decidedMs, decidedFrom, amount] = facts;
    this.#outcome.set(row, this.#outcomes.codeOf(outcome));
    this.#effect.set(row, this.#outcomes.codeOf(effect));
    this.#version.set(row, this.#versions.codeOf(version));
    this.#decided.set(row, decidedMs);
    if (this.profile?.document.amount !== null) this.#amount.set(row, amount ?? Number.NaN);
    for (const { place, column } of this.#members) {
      const value = facts[place] ?? null;
      if (column.kind === 'coded') column.codes.set(row, column.dictionary.codeOf(value));
      else column.numbers.set(row, typeof value === 'number' ? value : Number.NaN);
    }
    const [firstReviewMs, changed, confidence, policyId] = [
      facts[19],
      facts[20],
      facts[21],
      facts[22],
    ];
    if (firstReviewMs === null) this.#waited.delete(row);
    else this.#waited.set(row, this.#reader.waited(position, firstReviewMs));
    this.#flags.set(
      row,
      (this.#flags.at(row) & flags.sampled) |
        (changed === 1 ? flags.changed : 0) |
        (firstReviewMs === null ? 0 : flags.reviewed) |
        (decidedFrom === 1 ? 0 : flags.datedByRecording),
    );
    this.#confidence.set(row, confidence ?? Number.NaN);
    this.#policy.set(row, this.#policies.codeOf(policyId));
  }
}

function membersOf(
  document: ProfileDocument | undefined,
  dictionary: () => Dictionary<TextKey>,
): Member[] {
  const coded = () =>
    ({ kind: 'coded', codes: new GrowingCodes(), dictionary: dictionary() }) as const;
  const groups = (document?.groups ?? []).map(({ name }, index): Member => ({
    field: `${groupPrefix}${name}`,
    place: firstGroup + index,
    column: coded(),
  }));
  const columns = (document?.columns ?? []).map(({ name, kind }, index): Member => ({
    field: `${columnPrefix}${name}`,
    place: firstColumn + index,
    column: kind === 'number' ? { kind: 'number', numbers: new GrowingNumbers() } : coded(),
  }));
  return [...groups, ...columns];
}

/** A text is its own key until it has an id. */
function waitedAs(value: FactValue): string | undefined {
  return isOther(value) ? undefined : canonicalJson(value);
}

function isOther(value: FactValue): value is { other: true } {
  return typeof value === 'object' && value !== null;
}
