/** The chain alone: what it follows, and where it breaks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReader, openWriter } from '../database/open-database.ts';
import { bytesOf, rewrite, StandingLedger } from '../ledger/testing/standing-ledger.ts';
import { tamper, temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { verifyHeaderChain } from './verify-header-chain.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let ledger: StandingLedger;
beforeAll(() => {
  ledger = new StandingLedger(folder.path);
});

function chainOf(path: string) {
  const database = openReader(path);
  const chain = verifyHeaderChain(database);
  database.close();
  return chain;
}

describe('verifyHeaderChain', () => {
  it('follows an untouched ledger to its head', () => {
    expect(chainOf(ledger.path)).toEqual({
      checked: 620,
      brokenAt: null,
      headHash: ledger.records.get(619)?.hash,
    });
  });

  it('has nothing to follow in an empty one', () => {
    const path = `${folder.path}/empty/proofdesk.db`;
    openWriter(path).close();
    expect(chainOf(path)).toEqual({ checked: 0, brokenAt: null, headHash: null });
  });

  it('breaks at the record after an altered one, and at a gap', () => {
    const altered = ledger.copy();
    tamper(altered, (database) => {
      rewrite(database, 130, bytesOf(database, 130).replace('model-', 'Model-'));
    });
    expect(chainOf(altered).brokenAt).toBe(131);
    const cut = ledger.copy();
    tamper(cut, (database) => database.exec('DELETE FROM entries WHERE seq = 130'));
    expect(chainOf(cut).brokenAt).toBe(130);
  });
});
