/** Why a server did not answer, in words for a person: what happened, and what to look at. */

const byCode: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Its name is not known: the address may be misspelt, or this machine is offline.',
  EAI_AGAIN: 'Names cannot be looked up at the moment: this machine may be offline.',
  ECONNREFUSED: 'Nothing listens at its address: it may be stopped, or the port is another one.',
  ECONNRESET: 'It closed the connection.',
  UND_ERR_SOCKET: 'It closed the connection.',
  EPIPE: 'It closed the connection.',
  EHOSTUNREACH: 'There is no way to its address from here.',
  ENETUNREACH: 'There is no way to its address from here: this machine may be offline.',
  EADDRNOTAVAIL: 'There is no way to its address from here.',
  ETIMEDOUT: 'It did not answer in time.',
  UND_ERR_CONNECT_TIMEOUT: 'It did not answer in time.',
  UND_ERR_HEADERS_TIMEOUT: 'It did not answer in time.',
  UND_ERR_BODY_TIMEOUT: 'It stopped in the middle of an answer.',
  CERT_HAS_EXPIRED: 'Its certificate has expired: who runs it must renew it.',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet: the clock of this machine may be wrong.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is signed by itself, which proves nothing.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'Its certificate comes from an authority that this machine does not know.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'Its certificate cannot be followed to an authority that this machine knows.',
  UNABLE_TO_GET_ISSUER_CERT:
    'Its certificate cannot be followed to an authority that this machine knows.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'Its certificate cannot be followed to an authority that this machine knows.',
  CERT_REVOKED: 'Its certificate has been revoked.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name.',
  EPROTO: 'It does not speak HTTPS at this address.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'It does not speak HTTPS at this address.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'It does not speak HTTPS at this address.',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'It speaks no version of HTTPS that is safe.',
  HPE_INVALID_CONSTANT: 'What it answers is not HTTP.',
};

/** One sentence about what `fetch` rejected with. Never holds the message of the error itself. */
export function describeNetworkFailure(error: unknown): string {
  const codes = codesOf(error);
  const known = codes.find((code) => Object.hasOwn(byCode, code));
  if (known !== undefined) return byCode[known] ?? '';
  if (isTimeout(error)) return 'It did not answer in time.';
  const [code] = codes;
  return code === undefined ? 'It cannot be reached.' : `It cannot be reached (${code}).`;
}

/** The codes of an error and of its causes, the outermost first. */
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [...own, ...inner.flatMap((each: unknown) => codesOf(each, depth + 1))];
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause));
}
