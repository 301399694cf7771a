/** What only the holder of the data may see, as far as callers can be told apart. */
import { ApiError } from '../../shared/contract/errors.ts';

/**
 * Lets the person at the console pass: API keys are in the hands of those who use the data.
 * @throws {ApiError} `forbidden`
 */
export function requireHolder(caller: string, what: string): void {
  if (caller === 'operator') return;
  throw new ApiError('forbidden', `API keys do not get ${what}: ask the holder of the data.`);
}
