/** Who sends a request: the principal of its mount, or the API key it carries. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { Caller } from '../serve-request.ts';
import { recogniseApiKey } from './api-keys.ts';

/**
 * The scope of the caller (`operator`, or the id of an API key): what rate limits and idempotency
 * keys belong to. An operator needs no key; anyone else carries one in `Authorization: Bearer` or in
 * `X-API-Key` (specification, "Authentication" 2), and a request with both must be right in both.
 * A key in the address is never looked at: addresses end up in logs and histories.
 * @throws {ApiError} `unauthorized`
 */
export function authenticate(
  headers: Headers,
  caller: Caller,
  apiKeyHashes: readonly string[],
): string {
  const { principal } = caller;
  switch (principal.kind) {
    case 'operator':
      return 'operator';
    case 'api_key':
      return principal.keyId;
    case 'anonymous':
      return authenticateKey(headers, apiKeyHashes);
    default:
      return principal satisfies never;
  }
}

function authenticateKey(headers: Headers, apiKeyHashes: readonly string[]): string {
  const presented = presentedKeys(headers);
  if (presented.length === 0) {
    throw unauthorized(
      'An API key is required: send it as "Authorization: Bearer <API_KEY>" or "X-API-Key: <API_KEY>".',
    );
  }
  const keyIds = presented.map((key) => recogniseApiKey(key, apiKeyHashes));
  const [keyId] = keyIds;
  if (keyId === undefined || keyIds.some((each) => each !== keyId)) {
    throw unauthorized('The API key is not valid. Keys are made anew each time the engine starts.');
  }
  return keyId;
}

function presentedKeys(headers: Headers): string[] {
  const keys: string[] = [];
  const bearer = /^bearer +(.*)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (bearer !== undefined) keys.push(bearer.trim());
  const header = headers.get('x-api-key');
  if (header !== null) keys.push(header.trim());
  return keys;
}

function unauthorized(message: string): ApiError {
  return new ApiError('unauthorized', message, {
    headers: { 'www-authenticate': 'Bearer realm="proofdesk"' },
  });
}
