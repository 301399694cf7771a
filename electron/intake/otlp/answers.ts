/** Answers to OTLP requests: all of it was taken, or how much was not, in the encoding of the request. */
import {
  bytesField,
  jsonBody,
  protobufBody,
  textField,
  varintField,
  type OtlpBody,
} from '../../access/otlp-bytes.ts';
import type { DecisionOutcome } from '../append-decisions.ts';
import type { OtlpSignal } from './read-otlp.ts';

/** How many decisions were not taken, and why; undefined where all were. */
export interface Rejected {
  readonly count: number;
  readonly message: string;
}

const nouns = {
  traces: { one: 'span', many: 'spans', member: 'rejectedSpans' },
  logs: { one: 'log record', many: 'log records', member: 'rejectedLogRecords' },
} as const;

/** Reasons that a message names; of the rest it says how many there are. */
const mostReasons = 5;

/** Counts what was refused, by its reason. */
export function rejectedOf(
  signal: OtlpSignal,
  outcomes: readonly DecisionOutcome[],
  withoutContent: number,
): Rejected | undefined {
  const reasons = new Map<string, number>();
  for (const outcome of outcomes) {
    if (outcome.kind !== 'refused') continue;
    const { message } = outcome.refusal;
    reasons.set(message, (reasons.get(message) ?? 0) + 1);
  }
  const refused = [...reasons.values()].reduce((sum, each) => sum + each, 0);
  const count = withoutContent + refused;
  if (count === 0) return undefined;
  const sentences = [...reasons]
    .slice(0, mostReasons)
    .map(([message, times]) => `${numberOf(signal, times)} refused: ${message}`);
  if (withoutContent > 0) sentences.unshift(contentWords(signal, withoutContent));
  if (reasons.size > mostReasons) sentences.push('Others for other reasons.');
  return { count, message: sentences.join('; ') };
}

function contentWords(signal: OtlpSignal, count: number): string {
  const verb = count === 1 ? 'carries' : 'carry';
  return `${numberOf(signal, count)} ${verb} no input or output: switch on content capture`;
}

function numberOf(signal: OtlpSignal, count: number): string {
  return `${count} ${count === 1 ? nouns[signal].one : nouns[signal].many}`;
}

/** An ExportTraceServiceResponse or ExportLogsServiceResponse. */
export function exportAnswer(
  signal: OtlpSignal,
  rejected: Rejected | undefined,
  isJson: boolean,
): OtlpBody {
  if (rejected === undefined) return isJson ? jsonBody({}) : protobufBody([]);
  const { count, message } = rejected;
  return isJson
    ? jsonBody({
        partialSuccess: { [nouns[signal].member]: String(count), errorMessage: message },
      })
    : protobufBody([bytesField(1, [...varintField(1, count), ...textField(2, message)])]);
}
