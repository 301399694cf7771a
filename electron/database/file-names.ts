/** The files of a data directory and of a ledger's folder in it, by their names. */

/** In the data directory: whose it is. */
export const lockFileName = 'lock';
/** In the folder of a ledger: the ledger itself, and the jobs beside it. */
export const ledgerFileName = 'proofdesk.db';
export const jobsFileName = 'jobs.db';
