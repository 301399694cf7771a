/** Which records match a filter: lists of positions, kept between requests and grown with the ledger. */
import type { Database, Statement } from 'better-sqlite3';
import { cutMark } from '../ledger/search-text.ts';
import { columnsOf, type ColumnsStore } from '../oversight/columns-store.ts';
import { readWhere } from '../oversight/where.ts';
import {
  complementOf,
  GrowingPositions,
  indexFrom,
  intersectionOf,
  noPositions,
  parsePositions,
  unionOf,
  type Positions,
} from './position-list.ts';
import { conditionKey, type Condition } from './record-conditions.ts';
import { recordStatements as sql } from './record-statements.ts';
import { parseSearch } from './search-query.ts';
import { WaitingPositions } from './waiting-positions.ts';
import { waitingReasons } from '../../shared/contract/reviews.ts';

/** How many positions are kept at most, over all lists: 32 MiB. */
const keptPositions = 8 * 1024 * 1024;
const keptLists = 64;

/** The state of the ledger that a request sees. */
export interface LedgerState {
  /** The position of the newest record; 0 when there is none. */
  readonly lastPosition: number;
  /** Entries other than records: each may change what an earlier record matches. */
  readonly otherEntries: number;
  /** Of what decision profiles ask of reviews. */
  readonly reviewRevision: number;
  /** By which profiles decisions are read. */
  readonly profiles: string;
}

/** Positions, rising, that a search for a person found; undefined where there is no such search. */
export type FindPersons = (searchId: string) => readonly number[] | undefined;

interface KeptList {
  readonly list: GrowingPositions;
  /** The newest position that was looked at. */
  upTo: number;
}

/** Positions as `parsePositions` reads them; null for none. */
type Text = Buffer | null;

/**
 * Lists of matching positions, one for each condition and each set of conditions in use. A list is
 * made once and later only asked for what came after it; the least recently used one goes first.
 * Call within the read transaction that `state` was read in.
 */
export class PositionIndex {
  readonly #lists = new Map<string, KeptList>();
  #otherEntries = 0;
  #reviewRevision = 0;
  #profiles = '';
  readonly #columns: ColumnsStore;
  readonly #persons: FindPersons;
  readonly #writer: Statement<[string, number], Text>;
  readonly #model: Statement<[string, number], Text>;
  readonly #transaction: Statement<[string, number], Text>;
  readonly #intervened: Statement<[number], Text>;
  readonly #id: Statement<[string, number], Text>;
  readonly #hash: Statement<[Buffer, Buffer, number], Text>;
  readonly #words: Statement<[string, number], Text>;
  readonly #waiting: WaitingPositions;

  /** @param persons the positions that a search for a person found */
  constructor(database: Database, persons: FindPersons) {
    this.#persons = persons;
    this.#columns = columnsOf(database);
    this.#writer = database.prepare<[string, number], Text>(sql.writerPositions).pluck();
    this.#model = database.prepare<[string, number], Text>(sql.modelPositions).pluck();
    this.#transaction = database.prepare<[string, number], Text>(sql.transactionPositions).pluck();
    this.#intervened = database.prepare<[number], Text>(sql.intervenedPositions).pluck();
    this.#id = database.prepare<[string, number], Text>(sql.idPositions).pluck();
    this.#hash = database.prepare<[Buffer, Buffer, number], Text>(sql.hashPositions).pluck();
    this.#words = database.prepare<[string, number], Text>(sql.wordPositions).pluck();
    this.#waiting = new WaitingPositions(database);
  }

  /** The positions, increasing, of the records that meet every one of `conditions` (at least one). */
  matching(conditions: readonly Condition[], state: LedgerState): Positions {
    if (!this.#isCurrent(state)) {
      this.#lists.clear();
      this.#otherEntries = state.otherEntries;
      this.#reviewRevision = state.reviewRevision;
      this.#profiles = state.profiles;
    }
    const [first] = conditions;
    if (first !== undefined && conditions.length === 1) return this.#single(first, state);
    return this.#keep(conditions.map(conditionKey).join(), state, (after) =>
      intersectionOf(
        conditions.map((condition) => {
          const positions = this.#single(condition, state);
          return positions.subarray(indexFrom(positions, after + 1));
        }),
      ),
    );
  }

  /** Whether `matching` has its answer at hand. */
  isKept(conditions: readonly Condition[], state: LedgerState): boolean {
    return this.#isCurrent(state) && this.#lists.has(conditions.map(conditionKey).join());
  }

  #isCurrent(state: LedgerState): boolean {
    return (
      state.otherEntries === this.#otherEntries &&
      state.reviewRevision === this.#reviewRevision &&
      state.profiles === this.#profiles
    );
  }

  #single(condition: Condition, state: LedgerState): Positions {
    return this.#keep(conditionKey(condition), state, (after) =>
      this.#select(condition, after, state.lastPosition),
    );
  }

  #keep(key: string, state: LedgerState, select: (after: number) => Positions): Positions {
    const kept = this.#lists.get(key) ?? { list: new GrowingPositions(noPositions), upTo: 0 };
    if (kept.upTo < state.lastPosition) {
      kept.list.append(select(kept.upTo));
      kept.upTo = state.lastPosition;
    }
    this.#lists.delete(key);
    this.#lists.set(key, kept);
    this.#evict();
    return kept.list.positions;
  }

  /** Drops the lists not used for longest, but never the one just asked for. */
  #evict(): void {
    let sum = 0;
    for (const { list } of this.#lists.values()) sum += list.positions.length;
    for (const [key, { list }] of this.#lists) {
      if (this.#lists.size === 1) return;
      if (sum <= keptPositions && this.#lists.size <= keptLists) return;
      sum -= list.positions.length;
      this.#lists.delete(key);
    }
  }

  #select(condition: Condition, after: number, last: number): Positions {
    switch (condition.kind) {
      case 'writer':
        return positionsOf(this.#writer.get(condition.value, after));
      case 'model':
        return positionsOf(this.#model.get(condition.value, after));
      case 'intervened': {
        const intervened = positionsOf(this.#intervened.get(after));
        return condition.value ? intervened : complementOf(intervened, after + 1, last);
      }
      case 'review': {
        const reasons = condition.value === 'waiting' ? waitingReasons : [condition.value];
        return unionOf(reasons.map((each) => this.#waiting.of(each, after, last)));
      }
      case 'person':
        return Uint32Array.from(this.#persons(condition.value) ?? []).filter(
          (position) => position > after,
        );
      case 'where':
        return this.#columns.matching(readWhere(condition.value), condition.model, after);
      case 'search':
        return this.#search(condition.value, after);
      case 'cut':
        return positionsOf(this.#words.get(cutMark, after));
      default:
        return condition satisfies never;
    }
  }

  #search(text: string, after: number): Positions {
    const { exact, hashes, words } = parseSearch(text);
    return unionOf([
      positionsOf(this.#id.get(exact, after)),
      positionsOf(this.#transaction.get(exact, after)),
      hashes === undefined
        ? noPositions
        : positionsOf(this.#hash.get(hashes.first, hashes.last, after)),
      words === undefined ? noPositions : positionsOf(this.#words.get(words, after)),
    ]);
  }
}

function positionsOf(text: Text | undefined): Positions {
  return parsePositions(text ?? null);
}
