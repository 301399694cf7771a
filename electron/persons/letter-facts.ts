/** What the ledger holds of one decision, as far as a letter tells it. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { ApiError } from '../../shared/contract/errors.ts';
import {
  deciding,
  interventionSchema,
  objectionMeaning,
  proposalMeaning,
  type Intervention,
} from '../../shared/contract/interventions.ts';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import type { PersonRequest } from '../../shared/contract/persons.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { decisionInEffect, standingSteps } from '../../shared/decision-in-effect.ts';
import { pointerNames } from '../../shared/json-pointer.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { favourableSign, mainFactors } from '../../shared/oversight/main-factors.ts';
import {
  outcomeClassifier,
  ProfileReader,
  scalarAt,
  timeOf,
  valueAt,
} from '../../shared/oversight/profile-reader.ts';
import { instant } from '../../shared/time.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { InterventionTexts } from '../ledger/intervention-texts.ts';
import { ModelsStore } from '../models/models-store.ts';
import { ProfileStore } from '../oversight/profile-store.ts';
import type { LetterFacts } from './letter-parts.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const letterStatements = {
  record: `SELECT seq, id, model_id, created_at, confidence, policy_id, lower(hex(hash)) AS hash
    FROM records WHERE id = ?`,
  payloads: 'SELECT field, value FROM payloads WHERE seq = ?',
} as const;

interface RecordRow {
  readonly seq: number;
  readonly id: string;
  readonly model_id: string;
  readonly created_at: string;
  readonly confidence: number | null;
  readonly policy_id: string | null;
  readonly hash: string;
}

/** Records that are read to learn which way weights pull. */
const mostRead = 500;
const acting = z.array(interventionSchema);

/** Over one connection. */
export class LetterSource {
  /** Whether the ledger is an example. */
  readonly isDemo: boolean;
  readonly #record: Statement<[string], RecordRow>;
  readonly #payloads: Statement<[number], { field: string; value: string }>;
  readonly #interventions: InterventionTexts;
  readonly #profiles: ProfileStore;
  readonly #models: ModelsStore;

  constructor(database: (ReaderDatabase | WriterDatabase) & Database) {
    this.isDemo = new ChainStore(database).isDemo;
    this.#record = database.prepare(letterStatements.record);
    this.#payloads = database.prepare(letterStatements.payloads);
    this.#interventions = new InterventionTexts(database);
    this.#profiles = new ProfileStore(database);
    this.#models = new ModelsStore(database);
  }

  /**
   * @param signs which way weights pull, by model, where many letters are made at once
   * @throws {ApiError} `not_found`
   */
  of(
    request: PersonRequest,
    recordId: string,
    signs: Map<string, ReturnType<typeof favourableSign>> = new Map(),
  ): LetterFacts {
    const row = this.#record.get(recordId);
    if (row === undefined) throw new ApiError('not_found', `There is no record ${recordId}.`);
    const record = this.#values(row);
    const hash = `sha256:${row.hash}`;
    const interventions = acting.parse(JSON.parse(this.#interventions.array(recordId, hash)));
    const { output } = record;
    const decision = decisionInEffect(
      { output: isJsonObject(output) ? output : null },
      interventions,
    );
    const profile = this.#profiles.inForce(row.model_id);
    const card = this.#models.inForce(row.model_id, row.seq)?.card;
    const inEffect = {
      ...record,
      ...(decision.output === null ? {} : { output: decision.output }),
    };
    return {
      number: request.number,
      receivedOn: request.received_on,
      recipient: recipientOf(request),
      recordId,
      hash,
      modelId: row.model_id,
      ...timeIn(record, profile, row.created_at),
      outcome: decision.output === null ? undefined : outcomeIn(inEffect, profile, decision.output),
      status: decision.status,
      card: card && { version: card.version, intendedUse: card.intended_use },
      factors: this.#factors(row.model_id, record, { profile, signs }),
      objection: objectionIn(interventions),
      acts: interventions.map(({ action, created_at: at }) => ({ action, at })),
    };
  }

  /** `sha256:…` of a record's entry. @throws {ApiError} `not_found` */
  hashOf(recordId: string): string {
    const row = this.#record.get(recordId);
    if (row === undefined) throw new ApiError('not_found', `There is no record ${recordId}.`);
    return `sha256:${row.hash}`;
  }

  /** The record as far as it is still there. */
  #values({ seq, id, created_at, confidence, policy_id }: RecordRow): JsonObject {
    const record: JsonObject = { id, created_at };
    if (confidence !== null) record['confidence'] = confidence;
    if (policy_id !== null) record['policy_id'] = policy_id;
    for (const { field, value } of this.#payloads.all(seq)) record[field] = JSON.parse(value);
    return record;
  }

  /** Of the output as the model gave it: what people decided has reasons of its own. */
  #factors(
    modelId: string,
    record: JsonObject,
    {
      profile,
      signs,
    }: {
      readonly profile: ProfileDocument | undefined;
      readonly signs: Map<string, ReturnType<typeof favourableSign>>;
    },
  ) {
    const reader = profile && new ProfileReader(profile);
    const classify = outcomeClassifier(profile?.outcome ?? null);
    const classOf = (of: JsonObject) => classify(reader?.outcome(of) ?? null);
    if (reader !== undefined && !signs.has(modelId)) {
      const newest = this.#profiles.newestRecords(modelId, mostRead);
      signs.set(modelId, favourableSign(newest, classOf));
    }
    return mainFactors(record, {
      reasonsPath: profile?.reasons?.path,
      outcome: classOf(record),
      sign: signs.get(modelId),
    });
  }
}

/** The newest objection that stands, with what a person decided upon it. */
function objectionIn(interventions: readonly Intervention[]): LetterFacts['objection'] {
  const steps = standingSteps(interventions);
  const place = steps.findLastIndex(({ meaning }) => meaning === objectionMeaning);
  const objection = steps[place];
  if (objection === undefined) return undefined;
  const review = steps
    .slice(place + 1)
    .findLast(({ action, meaning }) => deciding.includes(action) && meaning !== proposalMeaning);
  return {
    at: objection.created_at,
    review: review && { at: review.created_at, isConfirmed: review.action === 'approve' },
  };
}

function recipientOf({ person }: PersonRequest): string {
  if (person === null) return '';
  const [name = ''] = person.identifiers;
  return person.contact === null ? name : `${name}\n${person.contact}`;
}

/** When it was decided by the profile, else when it was recorded. */
function timeIn(
  record: JsonObject,
  profile: ProfileDocument | undefined,
  recordedAt: string,
): Pick<LetterFacts, 'at' | 'isDecided'> {
  const { decided_at: decided } = profile ?? {};
  const time =
    decided && timeOf(scalarAt(record, pointerNames(decided.path) ?? []), decided.format);
  const isDecided = time !== undefined && time !== null && time >= 0;
  return isDecided ? { at: instant(time), isDecided } : { at: recordedAt, isDecided };
}

/** The value of the profile's outcome, else the output as it stands. */
function outcomeIn(
  record: JsonObject,
  profile: ProfileDocument | undefined,
  output: JsonObject,
): string {
  const path = profile?.outcome?.path;
  const value = path === undefined ? undefined : valueAt(record, pointerNames(path) ?? []);
  if (value === undefined) return canonicalJson(output);
  return typeof value === 'string' ? value : canonicalJson(value);
}
