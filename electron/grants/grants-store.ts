/** Grants as they are stored: by id, as lists, with what happened to each. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { costNumber, unitsOf } from '../../shared/billing/decimal.ts';
import { estimateOf } from '../../shared/billing/quote.ts';
import { monthOf } from '../../shared/billing/calendar.ts';
import { dataOperations, type DataOperation } from '../../shared/contract/data-operations.ts';
import {
  grantActions,
  grantGivers,
  grantKinds,
  type Grant,
  type GrantAction,
  type GrantEvent,
  type GrantKind,
  type GrantRow,
} from '../../shared/contract/grants.ts';
import { personSignatureSchema } from '../../shared/contract/signing.ts';
import { entryHash } from '../../shared/ledger/entries.ts';
import { HolderAccounts, usualFeeBps } from '../billing/holder-accounts.ts';
import { RateCards } from '../billing/rate-cards.ts';
import { sha256 } from '../ledger/sha256.ts';
import type { Own } from '../route-handler.ts';
import { GrantLists, type GrantFilter } from './grant-lists.ts';
import { grantStatus } from './transitions.ts';
import { WorkspaceMoney } from '../billing/workspace-money.ts';

interface Row {
  readonly grant_id: string;
  readonly dataset: bigint;
  readonly dataset_id: string;
  readonly holder_id: string;
  readonly account_id: string;
  readonly kind: string;
  readonly action: string;
  readonly granted_by: string | null;
  readonly model_id: string | null;
  readonly fields: string | null;
  readonly operations: string;
  readonly starts_at: string | null;
  readonly ends_at: string;
  readonly budget_nanos: bigint | null;
  readonly created_at: string;
  readonly purpose: string;
  readonly expected: string | null;
  readonly conditions: string | null;
  readonly reason: string | null;
  readonly spent_nanos: bigint;
  readonly policy_version: bigint | null;
  readonly epsilon_micro: bigint | null;
  readonly spent_micro: bigint;
  /** Read as a bigint where the policy has a whole number. */
  readonly epsilon_per_answer: number | bigint | null;
}
/** One with how many sessions stand on it, which takes as long as there are many. */
interface CountedRow extends Row {
  readonly sessions: bigint;
}

/** A grant as the rules see it. */
export interface StoredGrant {
  readonly grantId: string;
  readonly dataset: number;
  readonly datasetId: string;
  readonly holderId: string;
  readonly accountId: string;
  readonly kind: GrantKind;
  readonly action: GrantAction;
  readonly isByPolicy: boolean;
  readonly fields: readonly string[] | null;
  readonly operations: readonly DataOperation[];
  /** null: from the answer on. */
  readonly startsAt: string | null;
  readonly endsAt: string;
  /** Nanos; null for none. */
  readonly budget: bigint | null;
}

const columns = `g.grant_id, g.dataset, d.dataset_id, d.holder_id, g.account_id, g.kind, g.action,
  g.granted_by, g.model_id, g.fields, g.operations, g.starts_at, g.ends_at, g.budget_nanos,
  g.created_at, g.purpose, g.expected, g.conditions, g.reason, g.spent_nanos, g.policy_version, g.epsilon_micro, g.spent_micro,
  (SELECT json_extract(p.policy, '$.statistics.epsilon_per_answer') FROM policies AS p
    WHERE p.dataset = g.dataset AND p.version = g.policy_version) AS epsilon_per_answer`;
const counted = `${columns}, (SELECT count(*) FROM sessions AS s WHERE s."grant" = g.number) AS sessions`;

const one = `FROM grants AS g JOIN datasets AS d ON d.number = g.dataset`;

/** Every statement, by name, so that a test can read the plan of each. */
export const grantStatements = {
  byId: `SELECT ${columns} ${one} WHERE g.grant_id = ?`,
  counted: `SELECT ${counted} ${one} WHERE g.grant_id = ?`,
  ofAccount: `SELECT ${columns} ${one} WHERE g.account_id = ? AND g.dataset = ? ORDER BY g.number`,
  ofDataset: `SELECT ${columns} ${one} WHERE g.dataset = ? AND g.action IN ('request', 'grant')
    ORDER BY g.number`,
  waiting: `SELECT count(*) FROM grants
    WHERE account_id = ? AND dataset = ? AND action = 'request'`,
  byNumber: `SELECT ${counted} ${one} WHERE g.number = ?`,
  epsilon: `SELECT coalesce(sum(CASE WHEN action = 'grant' AND ends_at > @now THEN epsilon_micro
      ELSE spent_micro END), 0)
      + coalesce((SELECT replaced_micro FROM datasets WHERE number = @dataset), 0)
    FROM grants WHERE dataset = @dataset AND kind = 'statistics'`,
  history: `SELECT f.seq, e.bytes FROM facts AS f JOIN entries AS e ON e.seq = f.seq
    WHERE f.table_name = 'grants' AND f.row = ? ORDER BY f.seq`,
  activeSessions: `SELECT session_id FROM sessions WHERE "grant" =
      (SELECT number FROM grants WHERE grant_id = ?)
    AND closed_at IS NULL AND revoked_at IS NULL AND expires_at > ? ORDER BY number`,
} as const;

const fieldsSchema = z.array(z.string());
const operationsSchema = z.array(z.enum(dataOperations));
/** Expected use, with the size of a row as it was then. */
export const keptExpectationSchema = z.object({
  rows: z.int(),
  hours: z.number(),
  operations: z.int(),
  bytes_per_row: z.int(),
});
const eventSchema = z.object({
  created_at: z.string(),
  by: z.object({ id: z.string(), role: z.string() }),
  set: z.object({ action: z.enum(grantActions).optional() }),
  signature: personSignatureSchema.optional(),
});

/** Places of an hour in the unit that time is priced in. */
const hourPlaces = 6;

/** Over one connection. */
export class GrantsStore {
  readonly #money: WorkspaceMoney;
  readonly #byId: Statement<[string], Row>;
  readonly #counted: Statement<[string], CountedRow>;
  readonly #ofAccount: Statement<[string, number], Row>;
  readonly #ofDataset: Statement<[number], Row>;
  readonly #waiting: Statement<[string, number], number>;
  readonly #byNumber: Statement<[number], CountedRow>;
  readonly #lists: GrantLists;
  readonly #epsilon: Statement<[object], number>;
  readonly #history: Statement<[string], { seq: number; bytes: string }>;
  readonly #activeSessions: Statement<[string, string], string>;
  readonly #cards: RateCards;
  readonly #holders: HolderAccounts;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    const sql = grantStatements;
    this.#byId = database.prepare<[string], Row>(sql.byId).safeIntegers();
    this.#counted = database.prepare<[string], CountedRow>(sql.counted).safeIntegers();
    this.#ofAccount = database.prepare<[string, number], Row>(sql.ofAccount).safeIntegers();
    this.#ofDataset = database.prepare<[number], Row>(sql.ofDataset).safeIntegers();
    this.#waiting = database.prepare<[string, number], number>(sql.waiting).pluck();
    this.#byNumber = database.prepare<[number], CountedRow>(sql.byNumber).safeIntegers();
    this.#lists = new GrantLists(database);
    this.#epsilon = database.prepare<[object], number>(sql.epsilon).pluck();
    this.#history = database.prepare(sql.history);
    this.#activeSessions = database.prepare<[string, string], string>(sql.activeSessions).pluck();
    this.#cards = new RateCards(database);
    this.#holders = new HolderAccounts(database);
  }

  find(grantId: string): StoredGrant | undefined {
    const row = this.#byId.get(grantId);
    return row && stored(row);
  }

  /** Grants of an account on a dataset, in the order of their requests. */
  ofAccount(accountId: string, dataset: number): StoredGrant[] {
    return this.#ofAccount.all(accountId, dataset).map(stored);
  }

  /** Grants on a dataset that were not refused, withdrawn or revoked. */
  openOfDataset(dataset: number): StoredGrant[] {
    return this.#ofDataset.all(dataset).map(stored);
  }

  /** Requests of an account on a dataset that wait for an answer. */
  waiting(accountId: string, dataset: number): number {
    return this.#waiting.get(accountId, dataset) ?? 0;
  }

  /** The ε of a dataset that is granted or, by grants that are over, spent; millionths. */
  epsilonOf(dataset: number, now: string): number {
    return this.#epsilon.get({ dataset, now }) ?? 0;
  }

  activeSessions(grantId: string, now: string): string[] {
    return this.#activeSessions.all(grantId, now);
  }

  /** A grant as the API shows it at an instant. */
  show(grantId: string, now: string): Grant | undefined {
    const row = this.#counted.get(grantId);
    if (row === undefined) return undefined;
    return { ...this.#shown(row, now), history: this.#history.all(grantId).map(grantEventOf) };
  }

  /** A page of grants, and how many there are; only the caller's `own` where it is told. */
  list(
    filter: GrantFilter,
    page: { readonly limit: number; readonly offset: number },
    now: string,
    own?: Pick<Own, 'accountId' | 'holderId'>,
  ): { data: GrantRow[]; total: number } {
    const { numbers, total } = this.#lists.find(filter, page, now, own);
    const data = numbers.flatMap((number) => {
      const row = this.#byNumber.get(number);
      return row === undefined ? [] : [this.#shown(row, now)];
    });
    return { data, total };
  }

  #shown(row: CountedRow, now: string): GrantRow {
    const { kind, action, isByPolicy, fields, operations, startsAt, endsAt, budget } = stored(row);
    const expected = expectedOf(row);
    return {
      grant_id: row.grant_id,
      dataset_id: row.dataset_id,
      holder_id: row.holder_id,
      account_id: row.account_id,
      kind,
      status: grantStatus({ action, endsAt }, now),
      granted_by: row.granted_by === null ? null : isByPolicy ? 'policy' : 'holder',
      purpose: row.purpose,
      model_id: row.model_id,
      terms: {
        fields: fields === null ? null : [...fields],
        operations: [...operations],
        starts_at: startsAt,
        ends_at: endsAt,
        budget:
          budget === null ? null : { amount: costNumber(budget), currency: this.#money.now.code },
      },
      expected: expected && {
        rows: expected.rows,
        hours: expected.hours,
        operations: expected.operations,
      },
      conditions: row.conditions,
      reason: row.reason,
      spent: { amount: costNumber(row.spent_nanos), currency: this.#money.now.code },
      estimate: expected && this.#estimate(row, expected, now),
      epsilon: epsilonOf(row),
      policy_version: row.policy_version === null ? null : Number(row.policy_version),
      session_count: Number(row.sessions),
      created_at: row.created_at,
    };
  }

  #estimate(
    row: Row,
    expected: z.infer<typeof keptExpectationSchema>,
    now: string,
  ): NonNullable<GrantRow['estimate']> {
    const assigned = this.#cards.inForce(row.account_id, monthOf(now));
    const { rules } = this.#cards.requireAssigned(assigned);
    const fee = this.#holders.find(row.holder_id)?.feeBps ?? usualFeeBps;
    const use = {
      rows: BigInt(expected.rows),
      microHours: unitsOf(Number(expected.hours.toFixed(hourPlaces)), hourPlaces) ?? 0n,
      operations: BigInt(expected.operations),
      bytesPerRow: BigInt(expected.bytes_per_row),
    };
    const { usage, holderShare } = estimateOf(rules, use, fee);
    return {
      usage: costNumber(usage),
      holder_share: costNumber(holderShare),
      currency: this.#money.now.code,
      bytes_per_row: expected.bytes_per_row,
    };
  }
}

function stored(row: Row): StoredGrant {
  return {
    grantId: row.grant_id,
    dataset: Number(row.dataset),
    datasetId: row.dataset_id,
    holderId: row.holder_id,
    accountId: row.account_id,
    kind: z.enum(grantKinds).parse(row.kind),
    action: z.enum(grantActions).parse(row.action),
    isByPolicy: z.enum(grantGivers).nullable().parse(row.granted_by) === 'policy',
    fields: row.fields === null ? null : fieldsSchema.parse(JSON.parse(row.fields)),
    operations: operationsSchema.parse(JSON.parse(row.operations)),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    budget: row.budget_nanos,
  };
}

function expectedOf({ expected }: Row): z.infer<typeof keptExpectationSchema> | null {
  return expected === null ? null : keptExpectationSchema.parse(JSON.parse(expected));
}

/** A step of a grant, of the entry that tells it; `index` is that of the step in its grant. */
export function grantEventOf(
  { seq, bytes }: { seq: number; bytes: string },
  index: number,
): GrantEvent {
  const { created_at, by, set, signature } = eventSchema.parse(JSON.parse(bytes));
  return {
    n: index + 1,
    action: set.action ?? 'request',
    at: created_at,
    actor: by,
    signature: signature ?? null,
    seq,
    hash: entryHash(sha256, bytes),
  };
}

/** What a grant of statistics may spend; null for one of rows, and until it is granted. */
function epsilonOf({
  epsilon_micro: granted,
  spent_micro: spent,
  epsilon_per_answer: perAnswer,
}: Row): GrantRow['epsilon'] {
  if (granted === null) return null;
  return {
    granted: Number(granted) / million,
    spent: Number(spent) / million,
    per_answer: Number(perAnswer ?? 0),
  };
}

const million = 1_000_000;
