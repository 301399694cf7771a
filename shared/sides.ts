/** Whose side a person is of: an API key of the same role, holder and account carries what they sign. */

/** A role and whom it is bound to; null for nobody. */
export interface Side {
  readonly role: string;
  readonly holderId: string | null;
  readonly accountId: string | null;
}

/** Tells whether a key of this side is of the person's role, and of their holder and account where they have one. */
export function isOfSide(side: Side, person: Side): boolean {
  return (
    side.role === person.role &&
    (person.holderId === null || person.holderId === side.holderId) &&
    (person.accountId === null || person.accountId === side.accountId)
  );
}
