/** Why an OTLP request is refused as a whole: it is not what it says it is. */
import { ApiError, type ErrorCode } from '../../../shared/contract/errors.ts';

export class OtlpFault extends Error {
  readonly code: ErrorCode;

  /** `words` follow "The body". */
  constructor(words: string, code: ErrorCode = 'malformed_json') {
    super(`The body ${words}.`);
    this.name = 'OtlpFault';
    this.code = code;
  }

  get error(): ApiError {
    return new ApiError(this.code, this.message);
  }
}
