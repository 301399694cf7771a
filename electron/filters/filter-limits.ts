/** How large a filter, a sort or a projection may be: beyond is refused, never clamped. */

/** Bytes (UTF-8) of a filter in a body. */
export const mostFilterBytes = 65_536;
/** JSON nesting of a filter. */
export const mostFilterDepth = 20;
/** Conditions, operators and logical operands of a filter. */
export const mostFilterNodes = 1_000;
/** Values of one `$in`, `$nin` or `$all`. */
export const mostListedValues = 1_000;
/** Segments of a field path. */
export const longestPath = 8;
/** Fields of a projection. */
export const mostFields = 64;
/** UTF-16 units of a regular expression. */
export const longestExpression = 512;
