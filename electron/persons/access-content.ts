/** What a person gets of one decision: all values that are kept of it, and nothing that names who works here. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { recordSchema, type DecisionRecord } from '../../shared/contract/records.ts';
import { decisionInEffect } from '../../shared/decision-in-effect.ts';
import type { RecordsStore } from '../records/records-store.ts';
import type { LetterFacts } from './letter-parts.ts';

/** Members of an intervention that tell what was done; who did it concerns them. */
const told = [
  'action',
  'created_at',
  'meaning',
  'reason',
  'reason_code',
  'outcome',
  'evidence_viewed',
] as const;

export interface AccessDecision {
  readonly record: DecisionRecord;
  /** As it stands in `decisions.json`. */
  readonly json: JsonObject;
}

/** @throws {ApiError} `not_found` */
export function accessDecision(records: RecordsStore, id: string): AccessDecision {
  const text = records.find(id, { includeSeq: false });
  if (text === undefined) throw new ApiError('not_found', `There is no record ${id}.`);
  const record = recordSchema.parse(JSON.parse(text));
  const { interventions, ...rest } = record;
  const { status, output } = decisionInEffect({ output: record.output ?? null }, interventions);
  const acts = interventions.map((each) =>
    Object.fromEntries(
      told.flatMap((name) => (each[name] === undefined ? [] : [[name, each[name]]])),
    ),
  );
  const json: JsonObject = JSON.parse(
    JSON.stringify({ ...rest, decision_in_effect: { status, output }, interventions: acts }),
  );
  return { record, json };
}

/** The contents of a letter about a decision, for programs. */
export function letterData(facts: LetterFacts): JsonObject {
  const { recordId, modelId, at, isDecided, outcome, status, card, factors, objection, acts } =
    facts;
  return JSON.parse(
    JSON.stringify({
      record_id: recordId,
      model_id: modelId,
      ...(isDecided ? { decided_at: at } : { recorded_at: at }),
      outcome: outcome ?? null,
      status,
      model: card ?? null,
      factors,
      objection: objection ?? null,
      acts,
    }),
  );
}
