/** Positions of the records that wait for a person, by why they do. */
import type { Database, Statement } from 'better-sqlite3';
import type { WaitingReason } from '../../shared/contract/reviews.ts';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { firstBeyond } from '../oversight/sample-border.ts';
import { undecidedBy, ReviewRulesStore, type ReviewedModel } from '../oversight/review-rules.ts';
import {
  differenceOf,
  GrowingPositions,
  indexFrom,
  noPositions,
  parsePositions,
  unionOf,
  type Positions,
} from './position-list.ts';
import { reviewStatements as sql } from './review-statements.ts';

/** Positions as `parsePositions` reads them; null for none. */
type Text = Buffer | null;

/** What profiles ask for, whatever people did since. */
type Asked = 'policy' | 'sample';

interface KeptList {
  readonly list: GrowingPositions;
  upTo: number;
}

/**
 * Positions of what waits. What profiles ask for is looked for once, and then among new records alone, until there is another profile: a record's
 * confidence and hash stay as they are. What people did is read anew each time; there is little of it.
 */
export class WaitingPositions {
  readonly #rules: ReviewRulesStore;
  readonly #answered: Statement<[number], Text>;
  readonly #lastWord: Readonly<Record<'escalated' | 'second_actor', Statement<[number], Text>>>;
  readonly #below: Statement<[string, number, number], Text>;
  readonly #drawn: Statement<[string, number, Buffer], Text>;
  readonly #outputs: Statement<[string, number], [position: number, value: string]>;
  readonly #asked = new Map<Asked, KeptList>();
  #revision = 0;

  constructor(database: Database) {
    const ofLedger = (text: string) => database.prepare<[number], Text>(text).pluck();
    this.#rules = new ReviewRulesStore(database);
    this.#answered = ofLedger(sql.answered);
    this.#lastWord = {
      escalated: ofLedger(sql.escalated),
      second_actor: ofLedger(sql.second_actor),
    };
    this.#below = database.prepare<[string, number, number], Text>(sql.below).pluck();
    this.#outputs = database.prepare<[string, number], [number, string]>(sql.outputs).raw();
    this.#drawn = database.prepare<[string, number, Buffer], Text>(sql.drawn).pluck();
  }

  /** The positions after one, up to the last of the ledger. */
  of(reason: WaitingReason, after: number, last: number): Positions {
    switch (reason) {
      case 'policy':
        return differenceOf(this.#askedFor('policy', after, last), [this.#answers(after)]);
      case 'sample':
        return differenceOf(this.#askedFor('sample', after, last), [
          this.#askedFor('policy', after, last),
          this.#answers(after),
        ]);
      case 'escalated':
      case 'second_actor':
        return parsePositions(this.#lastWord[reason].get(after) ?? null);
      default:
        return reason satisfies never;
    }
  }

  #answers(after: number): Positions {
    return parsePositions(this.#answered.get(after) ?? null);
  }

  #askedFor(asked: Asked, after: number, last: number): Positions {
    const revision = this.#rules.revision();
    if (revision !== this.#revision) this.#asked.clear();
    this.#revision = revision;
    const kept = this.#asked.get(asked) ?? { list: new GrowingPositions(noPositions), upTo: 0 };
    this.#asked.set(asked, kept);
    if (kept.upTo < last) {
      kept.list.append(this.#select(asked, kept.upTo));
      kept.upTo = last;
    }
    const { positions } = kept.list;
    return positions.subarray(indexFrom(positions, after + 1));
  }

  #select(asked: Asked, after: number): Positions {
    const models = this.#rules.models();
    return unionOf(
      models.map((model) =>
        asked === 'policy' ? this.#inDoubt(model, after) : this.#sample(model, after),
      ),
    );
  }

  #inDoubt(model: ReviewedModel, after: number): Positions {
    const { below } = model.rules;
    return unionOf([
      below === null
        ? noPositions
        : parsePositions(this.#below.get(model.modelId, after, below) ?? null),
      this.#undecided(model, after),
    ]);
  }

  /** Where an output was erased, nothing is known to be undecided. */
  #undecided({ modelId, profile, rules: { undecided } }: ReviewedModel, after: number): Positions {
    if (!undecided) return noPositions;
    const isOne = undecidedBy(profile);
    const found: number[] = [];
    for (const [position, value] of this.#outputs.iterate(modelId, after)) {
      if (isOne(jsonOrUndefined(value))) found.push(position);
    }
    return Uint32Array.from(found);
  }

  #sample({ modelId, rules: { sample_percent: percent } }: ReviewedModel, after: number) {
    if (percent === 0) return noPositions;
    return parsePositions(this.#drawn.get(modelId, after, firstBeyond(percent)) ?? null);
  }
}
