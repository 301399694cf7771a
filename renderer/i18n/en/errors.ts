/** What each code of the error catalogue means to the person at the screen, and what to do next. */
export const errors = {
  validation_error: 'Some of what was sent is not valid.',
  malformed_json: 'What was sent is not strict JSON.',
  unauthorized:
    'The engine did not accept this window. Open the console again from its own address.',
  forbidden: 'This is not allowed with the current access.',
  not_found: 'It is not in this ledger.',
  method_not_allowed: 'The engine does not offer this.',
  conflict: 'Something else changed it first. Look again, then repeat.',
  idempotency_key_reused: 'This attempt was already made with other content.',
  payload_too_large: 'It is larger than the engine takes.',
  unsupported_media_type: 'The engine does not take this kind of file.',
  rate_limit_exceeded: 'Too many requests. It goes on by itself in a moment.',
  internal_error: 'The engine failed. Nothing was written; the request id helps to find out why.',
  engine_unavailable: 'The engine is restarting. What is on the screen stays readable.',
  engine_unreachable: 'The engine did not answer. What is on the screen stays readable.',
  storage_full: 'The disk is full. Nothing was written.',
  unexpected_answer: 'The engine answered in a form that this console does not know.',
} as const;
