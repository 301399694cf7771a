/** The API key that a request carries. */
import { ApiError } from '../../shared/contract/errors.ts';
import { instant } from '../../shared/time.ts';
import type { KeyRing, StoredKey } from './api-keys.ts';

/**
 * The key of a request, in `Authorization: Bearer` or in `X-API-Key` (specification,
 * "Authentication" 2); a request with both must be right in both. A key in the address is never
 * looked at: addresses end up in logs and histories. `now` is in milliseconds.
 * @throws {ApiError} `unauthorized`
 */
export function authenticate(headers: Headers, keys: KeyRing, now: number): StoredKey {
  const presented = presentedKeys(headers);
  if (presented.length === 0) {
    throw unauthorized(
      'An API key is required: send it as "Authorization: Bearer <API_KEY>" or "X-API-Key: <API_KEY>".',
    );
  }
  const [key, ...others] = presented.map((each) => keys.recognise(each));
  if (key === undefined || others.some((each) => each !== key)) {
    throw unauthorized('The API key is not valid.');
  }
  if (key.revokedAt !== null) throw unauthorized(`The API key was revoked at ${key.revokedAt}.`);
  if (key.expiresAt !== null && key.expiresAt <= instant(now)) {
    throw unauthorized(`The API key expired at ${key.expiresAt}.`);
  }
  return key;
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
