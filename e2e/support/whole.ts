/** Whether a run walks everything: `npm test -- --all`. */
import process from 'node:process';

export const isWhole = process.env['PROOFDESK_ALL'] === '1';
