/**
 * Writes the demo decisions as an NDJSON file, for imports of any size:
 * `node electron/demo/write-ndjson.ts --records 1000000 --seed 1 --out decisions.ndjson`.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { demoDecisions, demoDefaults } from './decisions.ts';

const chunkCharacters = 1 << 18;

function* chunks(records: number, seed: number): Generator<string> {
  let text = '';
  for (const { body } of demoDecisions({ records, seed })) {
    text += `${JSON.stringify(body)}\n`;
    if (text.length >= chunkCharacters) {
      yield text;
      text = '';
    }
  }
  if (text !== '') yield text;
}

/**
 * Writes `records` bodies of `POST /records` to `file`, one a line, in the order of the demo ledger.
 * Flat in memory. Rejects with the error of the file system.
 */
export async function writeNdjson(options: {
  readonly file: string;
  readonly records: number;
  readonly seed: number;
}): Promise<void> {
  await pipeline(
    Readable.from(chunks(options.records, options.seed)),
    createWriteStream(options.file),
  );
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      records: { type: 'string', default: String(demoDefaults.records) },
      seed: { type: 'string', default: String(demoDefaults.seed) },
      out: { type: 'string', default: 'decisions.ndjson' },
    },
  });
  await writeNdjson({
    file: values.out,
    records: Number(values.records),
    seed: Number(values.seed),
  });
}
