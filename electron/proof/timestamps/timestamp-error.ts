/** Why a time stamp is not one of a checkpoint. */
export type TimestampFault =
  | 'malformed'
  | 'certificate'
  | 'stray_certificate'
  | 'refused'
  | 'other_note'
  | 'other_nonce'
  | 'purpose'
  | 'untrusted'
  | 'expired'
  | 'bad_signature';

export class TimestampError extends Error {
  readonly fault: TimestampFault;

  constructor(fault: TimestampFault, message: string) {
    super(message);
    this.name = 'TimestampError';
    this.fault = fault;
  }
}
