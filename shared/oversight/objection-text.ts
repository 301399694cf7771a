/** The reason of an escalation that a person's objection opened: its request, the last day, and what the person says. */

export function objectionText(
  { number, due }: { readonly number: string; readonly due: string },
  reason: string,
): string {
  return `${number}, ${due}: ${reason}`;
}

/** The number of the request; undefined for any other text. */
export function requestOfObjection(text: string): string | undefined {
  return /^(\d{4}-\d{3,}), \d{4}-\d{2}-\d{2}: /u.exec(text)?.[1];
}
