/** What a request says, checked before a handler sees it: key, query, body. */
import { createHash } from 'node:crypto';
import { idempotencyKeyPattern } from '../../shared/contract/common.ts';
import { ApiError, validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { fieldErrors, oncePerField } from '../../shared/contract/intake.ts';
import { limits } from '../../shared/contract/limits.ts';
import { isOtlpJson, otlpModelHeader, otlpOperationsHeader } from '../../shared/contract/otlp.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { PackedForm } from '../intake/otlp/read-otlp.ts';
import type { ReadBody } from './read-body.ts';

/**
 * The parameters of the query and the Idempotency-Key of a request. An unknown parameter, one given
 * twice, and every invalid value are named at once.
 * @throws {ApiError} `validation_error`
 */
export function readParameters(
  route: Route,
  url: URL,
  headers: Headers,
): { query: unknown; idempotencyKey: string | undefined } {
  const faults: FieldError[] = [];
  const given: Record<string, string> = Object.create(null);
  for (const [name, value] of url.searchParams) {
    if (!Object.hasOwn(given, name)) given[name] = value;
    else faults.push(faultAt(name, 'given_once'));
  }
  let query: unknown = {};
  if (route.query === undefined) {
    for (const name of Object.keys(given)) {
      faults.push(faultAt(name, 'not_known', { unit: 'parameter' }));
    }
  } else {
    const result = route.query.safeParse(given);
    if (result.success) query = result.data;
    else faults.push(...fieldErrors(result.error.issues, given, 'parameter'));
    faults.push(...(route.queryConflicts?.(given) ?? []));
  }
  const idempotencyKey =
    route.method === 'GET' ? undefined : (headers.get('idempotency-key') ?? undefined);
  if (idempotencyKey !== undefined && !idempotencyKeyPattern.test(idempotencyKey)) {
    faults.push(faultAt('Idempotency-Key', 'printable_ascii', { maximum: limits.idempotencyKey }));
  }
  if (faults.length > 0) throw validationError(oncePerField(faults));
  return { query, idempotencyKey };
}

/**
 * The JSON body of a request as `read` makes it of its bytes, and these. A route without a body takes
 * none, or an empty object; a DELETE may come without one in any case.
 * @throws {ApiError} `unsupported_media_type`, `payload_too_large`, and what `read` throws
 */
export async function readJsonBody(
  route: Route,
  request: Request,
  read: (bytes: Uint8Array) => Promise<ReadBody>,
): Promise<ReadBody & { readonly bytes: Uint8Array }> {
  const mayLack = route.body !== undefined && route.method === 'DELETE';
  if (route.body !== undefined && !mayLack) requireMediaType(request.headers, ['application/json']);
  if (route.packed !== undefined) requireMediaType(request.headers, route.packed);
  const bytes = await readBytes(request, route.bodyBytes ?? limits.bodyBytes);
  if (mayLack && bytes.length === 0) return { body: route.body.parse({}), bytes };
  if (mayLack) requireMediaType(request.headers, ['application/json']);
  if (route.body === undefined && route.packed === undefined && bytes.length === 0)
    return { body: undefined, bytes };
  const { body } = await read(bytes);
  return { body, bytes };
}

/**
 * The media type of the body, which must be one of `accepted`; a charset other than UTF-8 is refused.
 * @throws {ApiError} `unsupported_media_type`
 */
export function requireMediaType(headers: Headers, accepted: readonly string[]): string {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').split(';');
  const mediaType = type.trim().toLowerCase();
  const charset = parameters
    .map((each) => each.split('='))
    .map(([name = '', value]) => (/^charset$/i.test(name.trim()) ? value?.trim() : undefined))
    .map((value) => value?.replace(/^"/, '').replace(/"$/, ''))
    .find((each) => each !== undefined);
  if (!accepted.includes(mediaType)) {
    const got = mediaType === '' ? 'no content type' : mediaType;
    throw new ApiError(
      'unsupported_media_type',
      `The body must be ${accepted.join(' or ')}, not ${got}.`,
      { details: { accepted } },
    );
  }
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new ApiError('unsupported_media_type', `The body must be UTF-8, not ${charset}.`, {
      details: { accepted },
    });
  }
  return mediaType;
}

/**
 * How the body of a route that takes packed ones was sent; undefined for any other route.
 * @throws {ApiError} `unsupported_media_type` for an encoding other than gzip
 */
export function packedFormOf(route: Route, headers: Headers): PackedForm | undefined {
  if (route.packed === undefined) return undefined;
  const encoding = (headers.get('content-encoding') ?? 'identity').trim().toLowerCase();
  if (encoding !== 'gzip' && encoding !== 'identity') {
    throw new ApiError(
      'unsupported_media_type',
      `The body must be packed by gzip or not, not ${encoding}.`,
    );
  }
  const operations = headers
    .get(otlpOperationsHeader)
    ?.split(',')
    .map((each) => each.trim());
  return {
    isJson: isOtlpJson(headers.get('content-type')),
    isGzip: encoding === 'gzip',
    modelId: headers.get(otlpModelHeader) ?? undefined,
    operations: operations?.filter((each) => each !== ''),
  };
}

/** Fingerprint that an idempotency key stands for: path, query and body of the request, as SHA-256 (hexadecimal). */
export function fingerprintOf(url: URL, bytes: Uint8Array): string {
  return createHash('sha256').update(`${url.pathname}${url.search}\n`).update(bytes).digest('hex');
}

async function readBytes(request: Request, maximumBytes: number): Promise<Uint8Array> {
  refuseLength(request.headers, maximumBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > maximumBytes) throw tooLarge(maximumBytes);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
}

/**
 * Refuses a body that says it is too large before any of it is read.
 * @throws {ApiError} `payload_too_large`
 */
export function refuseLength(headers: Headers, maximumBytes: number): void {
  if (Number(headers.get('content-length') ?? 0) > maximumBytes) throw tooLarge(maximumBytes);
}

function tooLarge(maximumBytes: number): ApiError {
  return new ApiError('payload_too_large', `The body is larger than ${maximumBytes} bytes.`, {
    details: { maximum_bytes: maximumBytes },
  });
}
