/** Next step after each code of the error catalogue. */
export const errors = {
  validation_error: 'Change what is named, then try again.',
  malformed_json: 'Strict JSON is needed: no comments, no trailing commas, every name once.',
  unauthorized:
    'The server that is open does not accept the key of its connection. Give it another one in the settings, under Connections.',
  not_sent: 'Look at what is open now, then send it again.',
  forbidden: 'The current access does not allow it.',
  not_found: 'It may belong to another ledger.',
  method_not_allowed: 'This engine does not offer it.',
  conflict: 'Something else changed it first. Look again, then repeat.',
  idempotency_key_reused: 'Start a new attempt.',
  payload_too_large: 'Split it, or leave parts of it out.',
  unsupported_media_type: 'Send CSV or JSON Lines.',
  rate_limit_exceeded: 'It goes on by itself in a moment.',
  internal_error: 'Nothing was written. The request id helps to find out why.',
  engine_unavailable: 'It is restarting; try again in a moment.',
  engine_unreachable: 'The console reconnects by itself.',
  storage_full: 'Nothing was written. Free some space, then try again.',
  unexpected_answer: 'The engine may be of another version than this console.',
} as const;
