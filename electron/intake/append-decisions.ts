/** The one way of decisions into the chain, whichever door they came by. */
import { ApiError } from '../../shared/contract/errors.ts';
import type {
  DecisionRefusal,
  PreparedRecord,
  SentDecision,
} from '../../shared/ledger/prepared.ts';
import type { Commits, WriteRequest } from '../access/commits.ts';
import type { IntakeCounts } from '../access/intake-counts.ts';
import { keyReused } from '../access/idempotency.ts';
import type { Journal, StoredRecord } from '../ledger/journal.ts';
import type { Own, RouteCall } from '../route-handler.ts';
import { fingerprintOf, isSame, type ItemKeys, type Receipt } from './item-keys.ts';
import { refusalOf } from './refusal.ts';

/** Which route decisions came by. */
export type IntakeDoor = 'record' | 'batch' | 'traces' | 'logs';

export interface Intake {
  readonly items: readonly SentDecision[];
  /** `scopeOf` who sends them: within it a key stands for one decision. */
  readonly scope: string;
  /** Whose models alone they may name, and whose they are. */
  readonly own: Own | undefined;
  readonly door: IntakeDoor;
}

/** Result of one decision. */
export type DecisionOutcome =
  | { readonly kind: 'created'; readonly record: PreparedRecord; readonly stored: StoredRecord }
  /** It was appended before, under this key. */
  | { readonly kind: 'replayed'; readonly receipt: Receipt }
  | { readonly kind: 'refused'; readonly refusal: DecisionRefusal };

export type AppendDecisions = (request: WriteRequest, intake: Intake) => Promise<DecisionOutcome[]>;

export interface AppenderOptions {
  readonly commits: Commits<Journal>;
  readonly keys: ItemKeys;
  /** `itemSecretOf` the ledger's seed. */
  readonly secret: Uint8Array;
  /** @throws {ApiError} `forbidden` for a model that another account registered */
  readonly refuseOthersModel: (modelId: string, own: Own | undefined) => void;
}

/** Within what a key stands for one decision: the account of the API key, else whoever asks. */
export function scopeOf({
  principal,
  caller,
}: Pick<RouteCall<'createRecord'>, 'principal' | 'caller'>): string {
  const account = principal.kind === 'api_key' ? principal.accountId : null;
  return account === null ? `caller/${caller}` : `account/${account}`;
}

/** A decision with all of it made that needs no place in the chain. */
type ReadyDecision =
  | { readonly refusal: DecisionRefusal }
  | {
      readonly record: PreparedRecord;
      readonly identity: { readonly key: string; readonly fingerprint: Buffer } | undefined;
    };

/**
 * Appends decisions in the order sent, in one transaction with one sync: those that are good at neighbouring
 * places, each of the others with its refusal. Rejects where nothing can be appended; then nothing was.
 */
export function decisionAppender(options: AppenderOptions): AppendDecisions {
  return async (request, intake) => {
    const ready = intake.items.map((item) => readyOf(item, options.secret));
    let outcomes: DecisionOutcome[] = [];
    // A key is each decision's own: no answer is kept for the request.
    await options.commits.append({ ...request, idempotency: undefined }, ['records'], (journal) => {
      outcomes = ready.map((item) =>
        'refusal' in item
          ? { kind: 'refused', refusal: item.refusal }
          : appendOne(item, intake, { ...options, journal }),
      );
      const isUnchanged = outcomes.every(({ kind }) => kind !== 'created');
      return { status: 200, body: '', isUnchanged };
    });
    return outcomes;
  };
}

function readyOf(item: SentDecision, secret: Uint8Array): ReadyDecision {
  if ('refusal' in item) return item;
  const { record, key } = item;
  const identity =
    key === undefined ? undefined : { key, fingerprint: fingerprintOf(secret, record) };
  return { record, identity };
}

function appendOne(
  { record, identity }: Exclude<ReadyDecision, { refusal: unknown }>,
  { scope, own, door }: Intake,
  { journal, keys, refuseOthersModel }: AppenderOptions & { readonly journal: Journal },
): DecisionOutcome {
  try {
    refuseUnnamed(record.modelId, own);
    if (identity !== undefined) {
      const known = keys.find(scope, identity.key);
      if (known !== undefined) {
        if (comparesContent(door) && !isSame(known, identity.fingerprint)) {
          throw keyReused(identity.key, door === 'batch' ? 'idempotency_key' : 'Idempotency-Key');
        }
        return { kind: 'replayed', receipt: keys.receipt(known.seq) };
      }
    }
    refuseOthersModel(record.modelId, own);
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'refused', refusal: refusalOf(error) };
    throw error;
  }
  const stored = journal.appendRecord(record, own?.accountId ?? undefined);
  if (identity !== undefined) keys.keep(scope, identity.key, identity.fingerprint, stored.seq);
  return { kind: 'created', record, stored };
}

/** A span and an event of one call have the same key and other members: the first of them is the decision. */
function comparesContent(door: IntakeDoor): boolean {
  return door === 'record' || door === 'batch';
}

/** @throws {ApiError} `forbidden` for a model that the API key does not name, where it names any */
function refuseUnnamed(modelId: string, own: Own | undefined): void {
  if (own?.models === undefined || own.models.includes(modelId)) return;
  throw new ApiError('forbidden', `This API key may not append decisions of the model ${modelId}.`);
}

/** How many of each kind. */
export function countsOf(outcomes: readonly DecisionOutcome[]): IntakeCounts {
  const counts = { created: 0, replayed: 0, refused: 0 };
  for (const { kind } of outcomes) counts[kind] += 1;
  return counts;
}
