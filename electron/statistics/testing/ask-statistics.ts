/** Questions of a statistics grant, asked as a session asks them. */
import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import type { Policy } from '../../../shared/contract/policies.ts';
import { parsePipeline } from '../../aggregation/parse-pipeline.ts';
import { policyOf, sampleKey } from '../../policies/testing/sample-policy.ts';
import { View, type ViewedSource } from '../../policies/view.ts';
import { createKeyedDigest } from '../../transformations/keyed-digest.ts';
import { answer, type Answer } from '../answer.ts';
import { tally } from '../contribution.ts';
import type { Tallies } from '../group-tallies.ts';
import { queryDigest } from '../query.ts';
import { statisticsQuery, type StatisticsQuery } from '../shape.ts';
import { people } from './people.ts';

/** The policy of the people: who and where they are is withheld, what they earn is summed within bounds. */
export const clinic: JsonObject = {
  entity: 'patient_id',
  kinds: ['statistics'],
  fields: {
    zip: { method: 'clear' },
    age: { method: 'clear' },
    sex: { method: 'clear' },
    dx: { method: 'clear' },
    third: { method: 'clear' },
    salary: { method: 'statistics', min: 0, max: 200_000, step: 100 },
  },
};

/** The key of one of many grants. */
export function keyOfGrant(index: number): Buffer {
  return createHash('sha256').update(`grant ${index}`).digest();
}

export interface AskOptions {
  readonly policy?: JsonObject;
  readonly rows?: readonly ViewedSource[];
  readonly erasedCount?: number;
  readonly limit?: number;
}

/** A question whose groups were counted: each grant then has its own answer to it. */
export class AskedQuestion {
  readonly tallies: Tallies;
  readonly query: StatisticsQuery;
  readonly digest: string;
  readonly #policy: Policy;
  readonly #limit: number;

  /** @param counted a question about the same rows, asked in other words */
  constructor(pipeline: JsonValue, options: AskOptions = {}, counted?: AskedQuestion) {
    const { rows = people, erasedCount = 0, limit = 100 } = options;
    this.#policy = policyOf(options.policy ?? clinic);
    this.#limit = limit;
    this.query = statisticsQuery(parsePipeline(pipeline), viewFor(this.#policy), this.#policy);
    const means = {
      view: viewFor(this.#policy),
      entity: this.#policy.entity,
      rowsPerEntity: this.#policy.statistics.rows_per_entity,
      digest: createKeyedDigest(sampleKey),
    };
    this.tallies = counted?.tallies ?? tally(this.query, rows, means);
    const snapshot = rows.at(-1)?.seq ?? 0;
    this.digest = queryDigest({ policyVersion: 1, snapshot, erasedCount, pipeline });
  }

  answer(grantKey: Uint8Array): Answer {
    const { statistics: terms } = this.#policy;
    const digest = createKeyedDigest(grantKey);
    const means = { terms, query: this.digest, digest };
    return answer(this.query, this.tallies, means, this.#limit);
  }

  /** A member of the only result. @throws {Error} where nothing is shown */
  value(grantKey: Uint8Array, name: string): number {
    const [result] = this.answer(grantKey).results;
    const value = result?.[name];
    if (typeof value !== 'number') throw new Error(`There is no ${name}.`);
    return value;
  }
}

function viewFor(policy: Policy): View {
  return new View({
    policy,
    kind: 'statistics',
    keys: { grant: sampleKey, dataset: sampleKey },
    dataset: 1,
  });
}

/** The text of an answer: two that look alike are the same bytes. */
export function bytesOf(answered: Answer): string {
  return JSON.stringify(answered);
}
