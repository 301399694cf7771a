/** Words of the new-decision area. */
export const newDecision = {} as const;
