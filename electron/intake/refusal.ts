/** Why one decision of several is refused, as an error has it and as an answer shows it. */
import { ApiError, errorStatus } from '../../shared/contract/errors.ts';
import type { RecordRefusal } from '../../shared/contract/intake-routes.ts';
import type { DecisionRefusal } from '../../shared/ledger/prepared.ts';

export function refusalOf({ code, message, fields }: ApiError): DecisionRefusal {
  return { code, message, fields };
}

/** The error of a request that sent this decision alone. */
export function errorOf({ code, message, fields }: DecisionRefusal): ApiError {
  return new ApiError(code, message, { fields });
}

/** The result of the decision at a place of a batch. */
export function refusedResult(
  index: number,
  { code, message, fields }: DecisionRefusal,
): RecordRefusal {
  const details = fields.map((each) => ({ field: each.field, message: each.message }));
  return { index, status: errorStatus[code], error: { code, message, details } };
}
