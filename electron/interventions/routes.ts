/** The routes of interventions (ledger.md, "Intervention"). */
import { decisionInEffect } from '../../shared/decision-in-effect.ts';
import {
  interventionFields,
  interventionSchema,
  type CreateIntervention,
} from '../../shared/contract/interventions.ts';
import { identifierFault } from '../../shared/contract/common.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { limits } from '../../shared/contract/limits.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { onceReply, type IdempotencyStore } from '../access/idempotency.ts';
import type { WriteLock } from '../access/write-lock.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { InterventionJournal } from '../ledger/intervention-journal.ts';
import { InterventionTexts } from '../ledger/intervention-texts.ts';
import type { EntryValue, Journal } from '../ledger/journal.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import { checkIntervention } from './intervention-rules.ts';
import { ReviewPolicies, setReviewPolicy } from './review-policies.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const interventionRouteStatements = {
  record: 'SELECT seq, lower(hex(hash)) AS hash, confidence, policy_id FROM records WHERE id = ?',
  output: "SELECT value FROM payloads WHERE seq = ? AND field = 'output'",
  outcome: "SELECT value FROM payloads WHERE seq = ? AND field = 'outcome'",
} as const;

const saltBytes = 16;

interface RecordPlace {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly confidence: number | null;
  readonly policy_id: string | null;
}

/** What only reads. */
export function interventionReadRoutes(
  database: ReaderDatabase,
): RouteHandlers<'listInterventions' | 'listReviewPolicies'> {
  const texts = new InterventionTexts(database);
  const policies = new ReviewPolicies(database);
  const output = database.prepare<[number], string>(interventionRouteStatements.output).pluck();
  return {
    listInterventions: ({ parameters: { id } }) =>
      database
        .transaction(() => {
          const record = requireRecord(database, id);
          const array = texts.array(id, `sha256:${record.hash}`);
          const interventions = interventionSchema.array().parse(JSON.parse(array));
          const inEffect = decisionInEffect(
            {
              output: objectOf(output.get(record.seq)),
              confidence: record.confidence ?? undefined,
              rules: policies.rules(record.policy_id),
            },
            interventions,
          );
          return {
            body: `{"data":${array},"decision_in_effect":${JSON.stringify(inEffect)}}`,
          };
        })
        .deferred(),

    listReviewPolicies: () => jsonReply(policies.list()),
  };
}

/** What appends. */
export function interventionWriteRoutes(options: {
  readonly database: WriterDatabase;
  /** The journal; throws while the ledger cannot be appended to. */
  readonly journal: () => Journal;
  readonly lock: WriteLock;
  readonly idempotency: IdempotencyStore;
  readonly createId: CreateId;
  readonly random: RandomBytes;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}): RouteHandlers<'createIntervention' | 'setReviewPolicy'> {
  const { database, lock, idempotency, createId, random, changed } = options;
  const texts = new InterventionTexts(database);
  const evidence = new InterventionJournal(database);
  const policies = new ReviewPolicies(database);
  const outcome = database.prepare<[number], string>(interventionRouteStatements.outcome).pluck();
  const append = (journal: Journal, recordId: string, body: CreateIntervention): string => {
    const record = requireRecord(database, recordId);
    const before = texts.rows(recordId);
    checkIntervention(body, {
      before,
      rules: policies.rules(record.policy_id),
      outcomeOf: (seq) => outcome.get(seq),
    });
    const recordHash = `sha256:${record.hash}`;
    const last = before.at(-1);
    const id = createId('int');
    evidence.appendIntervention(
      journal,
      {
        id,
        recordId,
        recordHash,
        n: before.length + 1,
        previousHash: last === undefined ? recordHash : `sha256:${last.hash}`,
        action: body.action,
        actor: { id: body.actor.id, role: body.actor.role },
        meaning: body.meaning,
        secondActor: body.second_actor,
        supersedes: body.supersedes,
      },
      valuesOf(body, random),
    );
    const row = texts.rows(recordId).find((each) => each.id === id);
    if (row === undefined) throw new Error(`Intervention ${id} is not where it was put.`);
    return texts.text(row, recordHash);
  };
  return {
    createIntervention: async ({ parameters: { id }, body, idempotency: request, signal }) => {
      const journal = options.journal();
      const once = await lock.run(
        () =>
          journal.transaction(() =>
            idempotency.once(request, () => ({ status: 201, body: append(journal, id, body) })),
          ),
        signal,
      );
      if (!once.replayed) changed(['records']);
      return onceReply(once);
    },

    setReviewPolicy: async ({ parameters: { policy_id }, body, signal }) => {
      if (policy_id.length > limits.shortString) {
        throw new ApiError('not_found', 'No record can have a policy with an id of this length.');
      }
      const fault = identifierFault(policy_id);
      if (fault !== undefined) throw validationError([{ field: 'policy_id', message: fault }]);
      const policy = { policy_id, ...body };
      await lock.run(() => setReviewPolicy(database, policy), signal);
      changed(['records']);
      return jsonReply(policy);
    },
  };
}

/** @throws {ApiError} `not_found` */
function requireRecord(database: ReaderDatabase | WriterDatabase, id: string): RecordPlace {
  const record = database
    .prepare<[string], RecordPlace>(interventionRouteStatements.record)
    .get(id);
  if (record === undefined) throw new ApiError('not_found', `There is no record ${id}.`);
  return record;
}

/** What the intervention commits to, each with a salt of its own. */
function valuesOf(body: CreateIntervention, random: RandomBytes): EntryValue[] {
  const given: Readonly<Record<(typeof interventionFields)[number], JsonValue | undefined>> = {
    actor_name: body.actor.name,
    evidence_viewed: body.evidence_viewed,
    outcome: body.outcome,
    reason: body.reason,
  };
  return interventionFields.flatMap((field) => {
    const value = given[field];
    if (value === undefined) return [];
    const salt = Buffer.from(random(saltBytes)).toString('base64url');
    return [{ field, salt, value: canonicalJson(value) }];
  });
}

function objectOf(text: string | undefined): JsonObject | null {
  if (text === undefined) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
