/** The golden vector of a recorded figure (docs/ledger-vectors.json): its entry, and its counts, which were worked by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { figureResultSchema } from '../../shared/contract/figures.ts';
import { jsonObjectSchema } from '../../shared/contract/common.ts';
import { profileDocumentSchema } from '../../shared/contract/profiles.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { commitment, decodeEntry, entryHash } from '../../shared/ledger/entries.ts';
import { figureSources, fieldsOf, tableReader } from '../../shared/oversight/figure-fields.ts';
import { recountOf, valueText } from '../../shared/oversight/figure-recount.ts';
import { ProfileReader } from '../../shared/oversight/profile-reader.ts';
import { figureEntry, readFigure } from '../ledger/figure-entries.ts';
import { sha256 } from '../ledger/sha256.ts';
import { headOfLines } from '../proof/head-of-lines.ts';
import { decisionTexts, notReviewed } from './decision-texts.ts';

const vector = z
  .object({
    figure: z.object({
      entry: z.string(),
      hash: z.string(),
      values: z.array(
        z.object({ field: z.string(), salt_byte: z.number(), value: jsonObjectSchema }),
      ),
      profile: profileDocumentSchema,
      records: z.array(
        z.object({
          entry: z.object({
            id: z.string(),
            created_at: z.string(),
            confidence: z.number().optional(),
          }),
          values: jsonObjectSchema,
        }),
      ),
      bins: z.array(z.number().nullable()),
    }),
  })
  .parse(
    JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'ledger-vectors.json'), 'utf8'),
    ),
  ).figure;
const { entry: text, profile: document, records } = vector;

const values = vector.values.map(({ field, salt_byte: byte, value }) => ({
  field,
  salt: Buffer.alloc(16, byte).toString('base64url'),
  value: canonicalJson(value),
}));

function figureOf(line: string) {
  const entry = decodeEntry(line);
  if (!('members' in entry)) throw new TypeError('The entry is of a type of its own.');
  return { entry, figure: readFigure(entry) };
}

const reader = new ProfileReader(document);
const decisions = records.map(({ entry, values: shown }) => {
  const around = { createdAt: entry.created_at, card: () => null, review: notReviewed };
  const texts = decisionTexts(reader, { ...shown, id: entry.id }, around);
  return { ...texts, confidence: entry.confidence ?? null, changed: false, reviewed: false };
});

test('the entry is written from its members, and commits to its values', () => {
  const { entry, figure } = figureOf(text);
  expect(entryHash(sha256, text)).toBe(vector.hash);
  const place = { seq: entry.seq, createdAt: entry.createdAt };
  expect(figureEntry(place, figure, values)).toBe(text);
  expect(entry.commitments).toEqual(
    values.map(({ field, salt, value }) => ({
      field,
      hash: commitment(sha256, field, salt, value),
    })),
  );
});

test('the root is that of the ids in their order', () => {
  const { figure } = figureOf(text);
  const ids = records.map(({ entry }) => entry.id);
  expect(headOfLines(ids)).toEqual({ count: figure.count, root: figure.idsRoot });
});

test('the counts are those of the records, and another one is named', () => {
  const { figure } = figureOf(text);
  const result = figureResultSchema.parse(JSON.parse(values[0]?.value ?? ''));
  const order = { ...figure, document };
  const recount = recountOf(order, result);
  for (const decision of decisions) recount.add(decision);
  expect(recount.faults()).toEqual([]);
  const fewer = recountOf(order, result);
  for (const decision of decisions.slice(1)) fewer.add(decision);
  expect(fewer.faults()).toEqual([
    { place: 'favourable of ["f","< 25"]', told: '1', counted: '0' },
    { place: 'decisions', told: '6', counted: '5' },
  ]);
  // One that lost its values may be any of those that are missing.
  fewer.lose();
  expect(fewer.faults()).toEqual([]);
  expect(figureSources(order, fieldsOf(result))).toEqual({
    members: new Set(['output', 'input']),
    effects: false,
  });
});

test('confidence is counted in bins', () => {
  const read = tableReader('confidence', document);
  expect(decisions.map((decision) => valueText(read?.(decision) ?? null))).toEqual(
    vector.bins.map(valueText),
  );
});
