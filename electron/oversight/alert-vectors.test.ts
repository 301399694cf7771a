/** The golden vectors of alerts (docs/ledger-vectors.json): their entries, and what those commit to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ruleFindingSchema } from '../../shared/contract/alerts.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import {
  commitment,
  decodeEntry,
  entryHash,
  type OtherEntry,
} from '../../shared/ledger/entries.ts';
import { alertEntryText, AlertSteps, readAlertEntry } from '../ledger/alert-entries.ts';
import { sha256 } from '../ledger/sha256.ts';

const vector = z
  .object({
    alert: z.object({
      entries: z.array(z.string()),
      hashes: z.array(z.string()),
      values: z.array(
        z.object({
          entry: z.number(),
          field: z.string(),
          salt_byte: z.number(),
          value: z.json(),
        }),
      ),
    }),
  })
  .parse(
    JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'ledger-vectors.json'), 'utf8'),
    ),
  ).alert;

function entryOf(text: string): OtherEntry {
  const entry = decodeEntry(text);
  if (!('members' in entry)) throw new TypeError('The entry is of a type of its own.');
  return entry;
}

/** Values of one step, as they are committed to. */
const committedBy = (place: number) =>
  vector.values
    .filter((each) => each.entry === place)
    .map(({ field, salt_byte: byte, value }) => ({
      field,
      hash: commitment(
        sha256,
        field,
        Buffer.alloc(16, byte).toString('base64url'),
        canonicalJson(value),
      ),
    }));

test.each(vector.entries.map((text, place) => [place, text] as const))(
  'step %i is written from its members, and commits to its values',
  (place, text) => {
    const read = readAlertEntry(entryOf(text));
    expect(entryHash(sha256, text)).toBe(vector.hashes[place]);
    expect(alertEntryText(read, read, committedBy(place))).toBe(text);
    expect(read.commitments).toEqual(committedBy(place));
  },
);

test('the first alert goes through its three states, the other one was never opened', () => {
  const steps = new AlertSteps();
  const faults = vector.entries.map((text) => steps.add(readAlertEntry(entryOf(text))));
  expect(faults).toEqual([
    undefined,
    undefined,
    undefined,
    'is about an alert that nothing opened',
  ]);
});

test('what was found is told as the interface tells it', () => {
  const results = vector.values.filter(({ field }) => field === 'result');
  expect(results).toHaveLength(2);
  for (const { value } of results) expect(ruleFindingSchema.parse(value)).toEqual(value);
});
