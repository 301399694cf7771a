/**
 * kill -9 while appending, a hundred times: the database opens, the chain holds, nothing said is lost.
 * @push
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openWriter } from '../database/open-database.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { sha256 } from './sha256.ts';
import { temporaryFolder, verifyFile } from './testing/test-ledger.ts';
import { rounds } from '../testing/rounds.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const kills = rounds({ usual: 2, all: 100 });
/** Processes at a time, each on a ledger of its own. */
const lanes = 4;

const { appendUntilKilled } = await builtHost();

/** Starts a process that appends, and kills it after it said `lines` times that it did. */
async function appendAndKill(path: string, batch: number, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, [appendUntilKilled, path, String(batch)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString();
    if (said.split('\n').length > lines) child.kill('SIGKILL');
  });
  await once(child, 'close');
  // A line that was cut off in the middle was not said.
  return said.split('\n').slice(0, -1);
}

describe('kill -9 while appending', () => {
  it(`loses nothing acknowledged in ${kills} rounds`, async () => {
    const lane = async (number: number): Promise<number> => {
      const directory = join(folder.path, `lane-${number}`);
      mkdirSync(directory);
      const path = join(directory, 'proofdesk.db');
      const acknowledged = new Map<number, string>();
      for (let round = 0; round < kills / lanes; round += 1) {
        const batch = [1, 3, 40][round % 3] ?? 1;
        const lines = await appendAndKill(path, batch, 1 + ((round * 7) % 11));
        expect(lines.length).toBeGreaterThan(0);
        for (const line of lines) {
          const [seq = '', hash = ''] = line.split(' ');
          acknowledged.set(Number(seq), hash);
        }
        const database = openWriter(path);
        expect(database.pragma('quick_check', { simple: true })).toBe('ok');
        const entry = database
          .prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?')
          .pluck();
        for (const [seq, hash] of acknowledged) {
          expect(`sha256:${sha256(entry.get(seq) ?? '')}`).toBe(hash);
        }
        database.close();
        const { result, findings } = await verifyFile(path);
        expect(findings).toEqual([]);
        expect(result.verdict).toBe('SELF_CONSISTENT_ONLY');
      }
      return acknowledged.size;
    };
    const counts = await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(kills);
  }, 300_000);
});
