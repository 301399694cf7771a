/** The NDJSON writer: one decision a line, in order, complete. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { demoDecisions } from './decisions.ts';
import { writeNdjson } from './write-ndjson.ts';

it('writes every decision as one line', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'proofdesk-ndjson-'));
  try {
    const file = join(directory, 'decisions.ndjson');
    await writeNdjson({ file, records: 1_000, seed: 3 });
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      [...demoDecisions({ records: 1_000, seed: 3 })].map(({ body }) => body),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
});
