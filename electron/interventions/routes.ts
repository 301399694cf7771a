/** The routes of interventions (docs/ledger-format.md, "Entry types"). */
import { decisionInEffect } from '../../shared/decision-in-effect.ts';
import {
  interventionFields,
  interventionSchema,
  type DecisionInEffect,
  type InterventionField,
} from '../../shared/contract/interventions.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { limits } from '../../shared/contract/limits.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import type { PreparedIntervention } from '../../shared/ledger/prepared.ts';
import type { WriteContext } from '../area.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { InterventionJournal } from '../ledger/intervention-journal.ts';
import {
  InterventionTexts,
  nextPlace,
  type InterventionRow,
} from '../ledger/intervention-texts.ts';
import type { EntryValue } from '../ledger/journal.ts';
import { ReviewRulesStore, undecidedBy } from '../oversight/review-rules.ts';
import { SameOutcome } from '../oversight/same-outcome.ts';
import type { Act, SignedActs } from '../proof/signed-acts.ts';
import { SignersOf } from '../proof/signers.ts';
import type { RouteCall, RouteHandlers } from '../route-handler.ts';
import { Blindness } from './blindness.ts';
import { checkIntervention } from './intervention-rules.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const interventionRouteStatements = {
  record: 'SELECT seq, lower(hex(hash)) AS hash, confidence, model_id FROM records WHERE id = ?',
  output: "SELECT value FROM payloads WHERE seq = ? AND field = 'output'",
  outcome: "SELECT value FROM payloads WHERE seq = ? AND field = 'outcome'",
} as const;

const saltBytes = 16;

interface RecordPlace {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly confidence: number | null;
  readonly model_id: string;
}

/** Handlers of the intervention routes that a reader thread answers. */
export function interventionReadRoutes(
  database: ReaderDatabase,
): RouteHandlers<'listInterventions'> {
  const texts = new InterventionTexts(database);
  const rules = new ReviewRulesStore(database);
  const outcomes = new SameOutcome(database);
  const blindness = new Blindness(database);
  const output = database.prepare<[number], string>(interventionRouteStatements.output).pluck();
  return {
    listInterventions: ({ parameters: { id } }) =>
      database
        .transaction(() => {
          const record = requireRecord(database, id);
          const recordHash = `sha256:${record.hash}`;
          const rows = texts.rows(id);
          const inBrief = texts.array(id, recordHash, limits.briefBytes);
          const decided = objectOf(output.get(record.seq));
          const profile = rules.ofModel(record.model_id);
          const inEffect = decisionInEffect(
            {
              output: null,
              confidence: record.confidence ?? undefined,
              hash: record.hash,
              isUndecided: profile !== undefined && undecidedBy(profile)(decided),
              rules: profile?.review,
              differs: (pair) => outcomes.differs(record.seq, profile, pair),
            },
            interventionSchema.array().parse(JSON.parse(inBrief)),
          );
          const changedBy = rows.find((row) => row.id === inEffect.intervention_id);
          const inForce =
            changedBy === undefined ? decided : outcomeIn(texts.text(changedBy, recordHash));
          const data = withinAnswer(rows, inEffect, {
            bytes: (row) => texts.bytes(row),
            text: (row, longest) => texts.text(row, recordHash, longest),
          });
          const effect = JSON.stringify({ ...inEffect, output: inForce });
          const notBlind = JSON.stringify(blindness.broken(id, rows));
          return {
            body: `{"data":[${data.join()}],"decision_in_effect":${effect},"not_blind":${notBlind}}`,
          };
        })
        .deferred(),
  };
}

/**
 * The interventions on a record as JSON, all of them. Of their large values there are as many as an answer
 * has room for, the newest first, and in any case those of what is in effect and of what waits for a second
 * person; of the others it tells how long they are.
 */
function withinAnswer(
  rows: readonly InterventionRow[],
  { intervention_id: inEffect, proposal_id: proposed }: DecisionInEffect,
  means: {
    readonly bytes: (row: InterventionRow) => number;
    readonly text: (row: InterventionRow, longest?: number) => string;
  },
): string[] {
  const counts = ({ id }: InterventionRow) => id === inEffect || id === proposed;
  const newestFirst = rows.toReversed();
  const whole = new Set<string>();
  let left: number = limits.answerBytes;
  for (const row of [...newestFirst.filter(counts), ...newestFirst.filter((row) => !counts(row))]) {
    const bytes = means.bytes(row);
    if (bytes > left && !counts(row)) continue;
    left -= bytes;
    whole.add(row.id);
  }
  return rows.map((row) => means.text(row, whole.has(row.id) ? undefined : limits.briefBytes));
}

function outcomeIn(intervention: string): JsonObject | null {
  return interventionSchema.parse(JSON.parse(intervention)).outcome ?? null;
}

interface InterventionWriteOptions {
  readonly database: WriterDatabase;
  readonly acts: SignedActs;
  readonly random: RandomBytes;
  readonly withheld: WriteContext['withheld'];
}

/** Handlers of the intervention routes that write. */
export function interventionWriteRoutes(
  options: InterventionWriteOptions,
): RouteHandlers<'createIntervention'> {
  const { acts } = options;
  const append = appender(options);
  return {
    createIntervention: (call) =>
      acts.append(call, ['records'], (act) => ({
        status: 201,
        body: append(act, call, call.body),
      })),
  };
}

type InterventionRequest = RouteCall<'createIntervention'>;

/** Who says that they act, where nobody signs. */
function typedActor({ actor }: PreparedIntervention): Actor {
  if (actor === undefined) throw validationError([faultAt('actor', 'required')]);
  return { id: actor.id, role: actor.role };
}

/** Appends an intervention; the answer is its text. */
function appender({
  database,
  random,
  withheld,
}: InterventionWriteOptions): (
  act: Act,
  request: InterventionRequest,
  body: PreparedIntervention,
) => string {
  const texts = new InterventionTexts(database);
  const evidence = new InterventionJournal(database);
  const outcome = database.prepare<[number], string>(interventionRouteStatements.outcome).pluck();
  const signers = new SignersOf({ database, withheld });
  const rules = new ReviewRulesStore(database);
  return (act, request, body) => {
    const recordId = request.parameters.id;
    const signed = signers.of(request);
    const actor = signed?.actor ?? typedActor(body);
    const record = requireRecord(database, recordId);
    const before = texts.rows(recordId);
    const recordHash = `sha256:${record.hash}`;
    checkIntervention(
      { ...body, actor },
      {
        recordHash,
        before,
        rules: rules.ofModel(record.model_id)?.review,
        isSecond: (earlier) => signers.isSecond(signed?.signature, earlier),
        outcomeOf: (seq) => outcome.get(seq),
      },
    );
    const id = act.createId('int');
    const signing = signed && act.signedBy(signed);
    const salt = () => signing?.salt() ?? Buffer.from(random(saltBytes)).toString('base64url');
    const values = valuesOf(body, salt);
    evidence.appendIntervention(
      act.journal,
      {
        id,
        recordId,
        recordHash,
        ...nextPlace(before, recordHash),
        action: body.action,
        actor,
        meaning: body.meaning,
        supersedes: body.supersedes,
      },
      values,
      signing,
    );
    const row = texts.rows(recordId).find((each) => each.id === id);
    if (row === undefined) throw new Error(`Intervention ${id} is not where it was put.`);
    return texts.text(row, recordHash, undefined, values);
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
function valuesOf(body: PreparedIntervention, salt: () => string): EntryValue[] {
  const textOf = (value: JsonValue | undefined) =>
    value === undefined ? undefined : canonicalJson(value);
  const given: Readonly<Record<InterventionField, string | undefined>> = {
    actor_name: textOf(body.actor?.name),
    evidence_viewed: textOf(body.evidence_viewed),
    outcome: body.outcome,
    reason: textOf(body.reason),
    reason_code: textOf(body.reason_code),
  };
  return interventionFields.flatMap((field) => {
    const value = given[field];
    if (value === undefined) return [];
    return [{ field, salt: salt(), value }];
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
