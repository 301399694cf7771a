/**
 * Which spans and log records are decisions, and what of them is which member of a record: the semantic conventions
 * for generative AI 1.42 (status Development), and names of our own below `proofdesk.`. Attributes of earlier versions
 * (`gen_ai.system`, `gen_ai.prompt`, `gen_ai.completion`, span events) are not read.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import { parseStrictJson, StrictJsonError } from '../../../shared/ledger/canonical-json.ts';
import { instant } from '../../../shared/time.ts';
import type { Attributes } from './values.ts';

/** A span, or a log record of one. */
export interface Telemetry {
  /** Hexadecimal, lower case; empty where there is none. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  /** Nanoseconds since 1970; 0 where it is not known. */
  readonly startNanos: bigint;
  readonly endNanos: bigint;
  readonly isFailed: boolean;
  /** Name of the event, of a log record; undefined for a span. */
  readonly event: string | undefined;
  readonly attributes: Attributes;
  readonly resource: Attributes;
}

/** Options of a request, for all its spans. */
export interface OtlpOptions {
  /** Model of those that name none themselves. */
  readonly modelId?: string | undefined;
  /** Operations that are decisions, narrower than those of the table. */
  readonly operations?: readonly string[] | undefined;
}

/** Operations that are decisions. */
export const decidingOperations = [
  'chat',
  'text_completion',
  'generate_content',
  'invoke_agent',
] as const;
const deciding: ReadonlySet<string> = new Set(decidingOperations);

/** The event of a log record that is a decision. */
export const decidingEvent = 'gen_ai.client.inference.operation.details';

/** Tells whether a span or log record is a decision. `proofdesk.decision` says so, whatever it is otherwise. */
export function isDecision(sent: Telemetry, { operations }: OtlpOptions): boolean {
  const { attributes, event, isFailed } = sent;
  const marked = attributes.get('proofdesk.decision');
  if (typeof marked === 'boolean') return marked;
  if (isFailed || (event !== undefined && event !== decidingEvent)) return false;
  const operation = attributes.get('gen_ai.operation.name');
  if (typeof operation !== 'string') return event !== undefined && operations === undefined;
  return deciding.has(operation) && (operations?.includes(operation) ?? true);
}

/**
 * The members of a record, not judged yet; undefined where the span carries no input or no output: instrumentations leave
 * content out unless told, and nothing is made up in its place.
 */
export function recordOf(sent: Telemetry, options: OtlpOptions): JsonObject | undefined {
  const { attributes } = sent;
  const input = inputOf(attributes);
  const output = outputOf(attributes);
  if (input === undefined || output === undefined) return undefined;
  return present({
    model_id: modelOf(attributes, options),
    input,
    output,
    confidence: attributes.get('proofdesk.confidence'),
    policy_id: attributes.get('proofdesk.policy_id'),
    transaction_id: attributes.get('proofdesk.transaction_id') ?? sent.traceId,
    context: { otel: otelOf(sent) },
  });
}

function modelOf(attributes: Attributes, { modelId }: OtlpOptions): JsonValue | undefined {
  const isAgent = attributes.get('gen_ai.operation.name') === 'invoke_agent';
  return (
    attributes.get('proofdesk.model_id') ??
    modelId ??
    (isAgent ? attributes.get('gen_ai.agent.name') : undefined) ??
    attributes.get('gen_ai.request.model') ??
    attributes.get('gen_ai.response.model')
  );
}

function inputOf(attributes: Attributes): JsonObject | undefined {
  const own = attributes.get('proofdesk.input');
  if (own !== undefined) return objectOf(own);
  const messages = attributes.get('gen_ai.input.messages');
  if (messages === undefined) return undefined;
  return present({
    messages: contentOf(messages),
    system_instructions: contentOf(attributes.get('gen_ai.system_instructions')),
    parameters: parametersOf(attributes),
  });
}

function outputOf(attributes: Attributes): JsonObject | undefined {
  const own = attributes.get('proofdesk.output');
  if (own !== undefined) return objectOf(own);
  const messages = attributes.get('gen_ai.output.messages');
  if (messages === undefined) return undefined;
  return present({
    messages: contentOf(messages),
    finish_reasons: attributes.get('gen_ai.response.finish_reasons'),
  });
}

const requestPrefix = 'gen_ai.request.';

/** The values that the model was asked with; undefined where there are none. */
function parametersOf(attributes: Attributes): JsonObject | undefined {
  const parameters: JsonObject = Object.create(null);
  let isEmpty = true;
  for (const [name, value] of attributes) {
    if (!name.startsWith(requestPrefix) || name === 'gen_ai.request.model') continue;
    parameters[name.slice(requestPrefix.length)] = value;
    isEmpty = false;
  }
  return isEmpty ? undefined : parameters;
}

/** Messages are sent as a text of JSON, or as a value. */
function contentOf(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string') return value;
  try {
    return parseStrictJson(value);
  } catch (error) {
    if (error instanceof StrictJsonError) return { text: value };
    throw error;
  }
}

/** An object: as a value, or as a text of one; else what was sent, as its text. */
function objectOf(value: JsonValue): JsonObject {
  const content = contentOf(value) ?? null;
  return isJsonObject(content) ? content : { text: content };
}

function otelOf(sent: Telemetry): JsonObject {
  const { attributes, resource, startNanos, endNanos } = sent;
  return present({
    trace_id: sent.traceId,
    span_id: sent.spanId,
    parent_span_id: sent.parentSpanId === '' ? undefined : sent.parentSpanId,
    started_at: startOf(startNanos),
    duration_ms: durationOf(startNanos, endNanos),
    operation: attributes.get('gen_ai.operation.name'),
    provider: attributes.get('gen_ai.provider.name'),
    request_model: attributes.get('gen_ai.request.model'),
    response_model: attributes.get('gen_ai.response.model'),
    response_id: attributes.get('gen_ai.response.id'),
    conversation_id: attributes.get('gen_ai.conversation.id'),
    input_tokens: attributes.get('gen_ai.usage.input_tokens'),
    output_tokens: attributes.get('gen_ai.usage.output_tokens'),
    service: resource.get('service.name'),
    service_version: resource.get('service.version'),
  });
}

/** The last instant that has four digits of the year. */
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function startOf(nanos: bigint): string | undefined {
  const ms = Number(nanos / 1_000_000n);
  return nanos === 0n || ms > lastMs ? undefined : instant(ms);
}

function durationOf(start: bigint, end: bigint): number | undefined {
  return start === 0n || end < start ? undefined : Number(end - start) / 1_000_000;
}

/** An object without the members that are undefined. */
function present(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const object: JsonObject = {};
  for (const [name, value] of Object.entries(members))
    if (value !== undefined) object[name] = value;
  return object;
}
