/** SHA-256 from Node's one-shot hash, in the two forms the shared ledger code asks for. */
import { hash } from 'node:crypto';
import type { Sha256 } from '../../shared/ledger/entries.ts';
import type { HashInto } from '../../shared/ledger/merkle.ts';

export const sha256: Sha256 = (data) => hash('sha256', data, 'hex');

/** Through a Latin-1 string, which costs less than half of a Buffer for each hash. */
export const sha256Into: HashInto = (input, output, offset) => {
  const digest = hash('sha256', input, 'binary');
  for (let index = 0; index < digest.length; index += 1) {
    output[offset + index] = digest.charCodeAt(index);
  }
};
