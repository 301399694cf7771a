/** Ledgers that are examples: their papers say so. */

/** The origin of every demo ledger. */
export const demoOrigin = 'proofdesk.example/demo';

/** Stands across every page of their papers. */
export const demoMark = 'DEMO';
