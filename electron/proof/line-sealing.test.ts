/** Lines are sealed while some are open: every five minutes, when asked, at the end; never where nothing can be appended. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../shared/contract/errors.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { WriteLock } from '../access/write-lock.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { openNewLedger } from '../database/testing/new-ledger.ts';
import { anywhere } from '../database/testing/anywhere.ts';
import { Journal } from '../ledger/journal.ts';
import { countingRandom, temporaryFolder, testKey } from '../ledger/testing/test-ledger.ts';
import { LineSealing, sealEvery } from './line-sealing.ts';
import { Sealer } from './sealer.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const at = '2026-01-05T09:00:00.000Z';

let database: WriterDatabase;
let journal: Journal;
let isAppendable: boolean;
let isClosing: boolean;
let noticed: number;
let logged: string[];
/** What was scheduled and not called off. */
let due: Map<number, () => void>;
let waited: number[];
let sealing: LineSealing;

beforeEach(() => {
  database = openNewLedger(`${folder.newDirectory()}/proofdesk.db`);
  const random = countingRandom();
  const clock = () => Date.parse(at);
  const createId = createIdFactory({ now: clock, random });
  journal = new Journal(database, { clock, random, createId });
  journal.ensureGenesis(testKey);
  database.exec(`INSERT INTO billed_sessions (session_id, account_id, dataset_id, holder_id, model_id,
    opened_at, updated_at)
    VALUES ('sess_1', 'default', 'ds_1', 'h', '', '${at}', '${at}')`);
  [isAppendable, isClosing, noticed, logged] = [true, false, 0, []];
  [due, waited] = [new Map(), []];
  sealing = openSealing();
});

function openSealing(): LineSealing {
  const sealer = new Sealer(database, () => {
    if (isAppendable) return journal;
    throw new ApiError('engine_unavailable', 'Nothing can be appended.');
  });
  return new LineSealing({
    sealer,
    lock: new WriteLock(anywhere),
    transaction: (run) => journal.transaction(() => run(at)),
    schedule: (milliseconds, run) => {
      const number = waited.push(milliseconds);
      due.set(number, run);
      return () => due.delete(number);
    },
    isClosing: () => isClosing,
    log: (line) => logged.push(line),
    signer: { noticed: () => (noticed += 1) },
    supervisor: { changed: () => undefined },
  });
}

function addEvent(): void {
  const count = database.prepare<[], number>('SELECT count(*) FROM usage_events').pluck().get();
  database.exec(`INSERT INTO usage_events (account_id, source, session, at, day, kind)
    VALUES ('default', 'sess_1/${(count ?? 0) + 1}', 1, '${at}', '2026-01-05', 'read')`);
}

/** What is due, once. */
function takeDue(): (() => void)[] {
  const runs = [...due.values()];
  due.clear();
  return runs;
}

/** Lets the time come, and waits until all that follows is done. */
async function pass(): Promise<void> {
  for (const run of takeDue()) run();
  // Whoever comes next comes after it.
  await sealing.seal();
}

const batches = () => database.prepare('SELECT first, last FROM batches ORDER BY seq').raw().all();

describe('sealing in time', () => {
  it('comes every five minutes, and seals what is open', async () => {
    expect(waited).toEqual([sealEvery]);
    addEvent();
    await pass();
    addEvent();
    addEvent();
    await pass();
    expect(batches()).toEqual([
      [1, 1],
      [2, 3],
    ]);
    expect(waited).toEqual([sealEvery, sealEvery, sealEvery]);
    expect(noticed).toBe(2);
  });

  it('appends nothing while nothing is open', async () => {
    await pass();
    await pass();
    expect([batches(), journal.size, noticed]).toEqual([[], 1, 0]);
  });

  it('leaves lines open where nothing can be appended', async () => {
    addEvent();
    isAppendable = false;
    await pass();
    expect([batches(), logged, noticed]).toEqual([[], [], 0]);
    isAppendable = true;
    await pass();
    expect(batches()).toEqual([[1, 1]]);
  });

  it('tells the log where it fails, and comes again', async () => {
    addEvent();
    database.exec('ALTER TABLE batches RENAME TO elsewhere');
    for (const run of takeDue()) run();
    await expect(sealing.seal()).rejects.toThrow('no such table');
    expect(logged).toEqual([expect.stringContaining('lines_not_sealed')]);
    database.exec('ALTER TABLE elsewhere RENAME TO batches');
    await pass();
    expect(batches()).toEqual([[1, 1]]);
  });
});

describe('the end', () => {
  it('seals what is left, and no more is sealed in time', async () => {
    addEvent();
    await sealing.close();
    expect(batches()).toEqual([[1, 1]]);
    expect(due.size).toBe(0);
  });

  it('is not disturbed by a time that comes while it closes', async () => {
    addEvent();
    isClosing = true;
    for (const run of takeDue()) run();
    expect(batches()).toEqual([]);
    await sealing.close();
    expect(batches()).toEqual([[1, 1]]);
  });
});
