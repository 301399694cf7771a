/** Bodies of errors: both shapes to the letter, and the codes beside them where the request prefers those. */
import { describe, expect, test } from 'vitest';
import { ApiError, recordsErrorSchema, sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { fromWireError } from '../engine/revive-error.ts';
import { toWireError } from '../engine/wire-error.ts';
import { errorForm, errorResponse } from './error-answer.ts';

const error = new ApiError('validation_error', 'The request is not valid: a, b.', {
  fields: [
    faultAt('a', 'at_most', { maximum: 2_000 }),
    faultAt('b', 'not_known', { unit: 'member' }),
  ],
  details: { rows: 3 },
});

const records =
  '{"error":{"code":"validation_error","message":"The request is not valid: a, b.","details":[{"field":"a","message":"must be at most 2000"},{"field":"b","message":"is not a known member"}],"request_id":"req_1"}}';
const sessions =
  '{"error":{"type":"validation_error","message":"The request is not valid: a, b.","details":{"rows":3,"fields":[{"field":"a","message":"must be at most 2000"},{"field":"b","message":"is not a known member"}]},"request_id":"req_1"}}';
const faults =
  ',"faults":[{"field":"a","code":"at_most","params":{"maximum":2000}},{"field":"b","code":"not_known","params":{"unit":"member"}}]';
const withFaults = (body: string) => body.replace(/\}\}$/, `${faults}}}`);

function bodyOf(thrown: ApiError, shape: 'records' | 'sessions', prefer?: string): Promise<string> {
  const headers = new Headers(prefer === undefined ? {} : { prefer });
  return errorResponse(thrown, errorForm(shape, headers), 'req_1').text();
}

describe.each([
  ['records', records],
  ['sessions', sessions],
] as const)('the %s shape', (shape, golden) => {
  test.each([undefined, '', 'return=minimal', 'faultsome', 'faults=no'])(
    'is that of the specification with prefer: %s',
    async (prefer) => {
      expect(await bodyOf(error, shape, prefer)).toBe(golden);
    },
  );

  test.each(['faults', 'Faults', 'return=minimal, faults'])(
    'has the codes besides with prefer: %s',
    async (prefer) => {
      expect(await bodyOf(error, shape, prefer)).toBe(withFaults(golden));
    },
  );

  test('has no codes where no field is at fault', async () => {
    const gone = new ApiError('not_found', 'There is no record a.');
    expect(await bodyOf(gone, shape, 'faults')).toBe(await bodyOf(gone, shape));
  });

  test('is the same for an error of another thread', async () => {
    const revived = fromWireError(structuredClone(toWireError(error)));
    if (!(revived instanceof ApiError)) throw new Error('The error is another one.');
    expect(await bodyOf(revived, shape)).toBe(golden);
    expect(await bodyOf(revived, shape, 'faults')).toBe(withFaults(golden));
  });
});

test('both are what the contract says, with the codes and without', async () => {
  for (const prefer of [undefined, 'faults']) {
    const told = recordsErrorSchema.parse(JSON.parse(await bodyOf(error, 'records', prefer)));
    const same = sessionsErrorSchema.parse(JSON.parse(await bodyOf(error, 'sessions', prefer)));
    expect(told.error.faults).toEqual(same.error.faults);
  }
});
