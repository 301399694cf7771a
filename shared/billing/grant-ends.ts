/** When both sides of a grant are told that it comes to its end. */

/** Share of a budget from which on it is near. */
export const nearShare = 0.8;
/** Days before its end. */
export const nearDays = 14;
