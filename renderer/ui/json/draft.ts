/** A decision being written: checks as one types, and the body that is sent. */
import { z } from 'zod';
import type { Fault } from '../../../shared/contract/faults.ts';
import { isJsonObject } from '../../../shared/contract/json.ts';
import { limits } from '../../../shared/contract/limits.ts';
import {
  canonicalJson,
  parseStrictJson,
  StrictJsonError,
} from '../../../shared/ledger/canonical-json.ts';
import { utf8Length } from './json-index.ts';
import { plainDigits } from '../../../shared/plain-digits.ts';
import { numberIn } from '../number-in.ts';

export const jsonParts = ['input', 'output', 'context', 'explanation'] as const;
export type JsonPart = (typeof jsonParts)[number];

export const draftSchema = z.object({
  model_id: z.string(),
  policy_id: z.string(),
  transaction_id: z.string(),
  confidence: z.string(),
  input: z.string(),
  output: z.string(),
  context: z.string().optional(),
  explanation: z.string().optional(),
});
/** Texts that were typed. `context` and `explanation` are absent while they are not asked for. */
export type Draft = Readonly<z.infer<typeof draftSchema>>;

export const emptyDraft: Draft = {
  model_id: '',
  policy_id: '',
  transaction_id: '',
  confidence: '',
  input: '',
  output: '',
  context: undefined,
  explanation: undefined,
};

export type JsonCheck =
  | { readonly kind: 'empty' }
  /** `bytes` of its canonical form. */
  | { readonly kind: 'ok'; readonly members: number; readonly bytes: number }
  | { readonly kind: 'not_object' }
  | {
      readonly kind: 'bad';
      readonly fault: Fault;
      readonly path: string;
      /** From 1. */
      readonly line: number;
      readonly column: number;
      /** UTF-16 offset, for placing the caret. */
      readonly position: number;
    };

/** Line and column, both from 1, of a text offset. */
export function lineAndColumn(text: string, position: number): { line: number; column: number } {
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  return { line, column: position - (before.lastIndexOf('\n') + 1) + 1 };
}

/** Checks the text of a JSON object the way the engine will: strictly. */
export function checkJson(text: string): JsonCheck {
  if (text.trim() === '') return { kind: 'empty' };
  try {
    const value = parseStrictJson(text);
    if (!isJsonObject(value)) return { kind: 'not_object' };
    return {
      kind: 'ok',
      members: Object.keys(value).length,
      bytes: utf8Length(canonicalJson(value)),
    };
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    const { fault, path, position } = error;
    return { kind: 'bad', fault, path, position, ...lineAndColumn(text, position) };
  }
}

export type FieldProblem = 'required' | 'too_long' | 'not_share';

/** Faults of the plain fields; JSON parts are judged by `checkJson`. */
export function fieldProblems(draft: Draft): Partial<Record<keyof Draft, FieldProblem>> {
  const problems: Partial<Record<keyof Draft, FieldProblem>> = {};
  if (draft.model_id.trim() === '') problems.model_id = 'required';
  for (const name of ['model_id', 'policy_id', 'transaction_id'] as const) {
    if (draft[name].length > limits.shortString) problems[name] = 'too_long';
  }
  const confidence = draft.confidence.trim();
  if (confidence !== '' && !isShare(confidence)) problems.confidence = 'not_share';
  return problems;
}

function isShare(text: string): boolean {
  const value = numberIn(text);
  return value >= 0 && value <= 1;
}

function quoted(text: string): string | undefined {
  return text.trim() === '' ? undefined : JSON.stringify(text.trim());
}

/**
 * The body of `POST /records`, made of the very texts that were typed: numbers and names reach the
 * engine's strict parser as they stand. Optional members that are empty are not sent.
 */
export function bodyOf(draft: Draft): string {
  const members: string[] = [];
  const add = (name: string, text: string | undefined) => {
    if (text !== undefined && text.trim() !== '') members.push(`${JSON.stringify(name)}:${text}`);
  };
  add('model_id', quoted(draft.model_id));
  add('policy_id', quoted(draft.policy_id));
  add('transaction_id', quoted(draft.transaction_id));
  if (draft.confidence.trim() !== '') add('confidence', plainDigits(numberIn(draft.confidence)));
  for (const part of jsonParts) add(part, draft[part]);
  return `{${members.join(',')}}`;
}

/** A JSON text laid out over lines, or the text itself when it is not JSON. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(parseStrictJson(text), undefined, 2);
  } catch {
    return text;
  }
}
