/**
 * Which tests a run has: the usual ones, or with `npm test -- --all` every one of them. A test whose
 * title ends with `@whole` is left to `--all`: another one covers what most often breaks.
 */
import process from 'node:process';

export const isWhole = process.env['PROOFDESK_ALL'] === '1';
