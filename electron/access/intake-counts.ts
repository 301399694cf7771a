/** How many decisions of one request were appended: told in a header of its answer, and kept in the audit log. */

/** Decisions of one request. */
export interface IntakeCounts {
  readonly created: number;
  /** Known already, by their idempotency key. */
  readonly replayed: number;
  readonly refused: number;
}

const name = 'proofdesk-decisions';
const form = /^created=(\d{1,7}), replayed=(\d{1,7}), refused=(\d{1,7})$/;

/** The header of an answer that says so. */
export function countsHeader({ created, replayed, refused }: IntakeCounts): Record<string, string> {
  return { [name]: `created=${created}, replayed=${replayed}, refused=${refused}` };
}

/** The counts of an answer; undefined where it says none. */
export function readCounts(headers: Headers): IntakeCounts | undefined {
  const read = form.exec(headers.get(name) ?? '');
  if (read === null) return undefined;
  const [created = 0, replayed = 0, refused = 0] = read.slice(1).map(Number);
  return { created, replayed, refused };
}

/** Decisions that a request appended. Of one decision the answer has no counts: it says whether it is a repeated one. */
export function appendedBy(operationId: string | undefined, response: Response): number {
  const { status, headers } = response;
  const isOne = operationId === 'createRecord' && status === 201;
  if (isOne) return headers.has('idempotent-replayed') ? 0 : 1;
  return readCounts(headers)?.created ?? 0;
}
