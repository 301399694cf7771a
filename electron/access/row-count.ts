/** How many rows a page of a stream holds: told in a header of its answer, and counted by the gate. */

const name = 'proofdesk-rows';

/** The header of an answer that says so. */
export function rowCountHeader(rows: number): Record<string, string> {
  return { [name]: String(rows) };
}

/** The number of an answer; undefined where it says none. */
export function readRowCount(headers: Headers): number | undefined {
  const text = headers.get(name) ?? '';
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}
