/** The decision in effect of a row, and what of an output it changes. */
import { expect, test } from 'vitest';
import type { RecordRow } from '../../api/records.ts';
import { compareOutputs, isErased } from '../interventions/effect-comparison.tsx';
import { goneFields } from '../interventions/use-gone.ts';
import { effectOfRow } from './effect-of-row.ts';

const hash = `sha256:${'0'.repeat(64)}`;
const at = '2026-01-01T00:00:00.000Z';
const row: RecordRow = {
  id: 'rec_1',
  model_id: 'm',
  input: { a: 1 },
  output: { decision: 'no' },
  hash,
  previous_hash: hash,
  created_at: at,
  seq: 1,
  interventions: [],
};
const actor = { id: 'ann', role: 'officer' };

test('the model’s decision stands until a person changes it', () => {
  expect(effectOfRow(row)).toMatchObject({ status: 'model', output: { decision: 'no' } });
  const changed = {
    ...row,
    interventions: [
      { id: 'int_1', action: 'override' as const, actor, created_at: at, hash, outcome: { x: 1 } },
    ],
  };
  expect(effectOfRow(changed)).toMatchObject({
    status: 'changed',
    output: { x: 1 },
    waiting: null,
  });
  expect(effectOfRow(changed)).toBe(effectOfRow(changed));
});

test('an escalation waits, and says who asked', () => {
  const escalated = {
    ...row,
    interventions: [{ id: 'int_1', action: 'escalate' as const, actor, created_at: at, hash }],
  };
  expect(effectOfRow(escalated)).toMatchObject({
    status: 'escalated',
    waiting: 'escalated',
    asked: { actor },
  });
});

test('two outputs are compared member by member', () => {
  expect(compareOutputs({ a: 1, b: { c: 2 } }, { a: 1, b: { c: 3 }, d: [] })).toEqual([
    { path: 'a', original: '1', now: '1' },
    { path: 'b.c', original: '2', now: '3' },
    { path: 'd', original: null, now: '[]' },
  ]);
});

test('what is gone: a mark in its place, or a commitment without a value', () => {
  expect(isErased({ erased: true })).toBe(true);
  expect(isErased({ erased: true, other: 1 })).toBe(false);
  const entry = `{"commit":{"context":"${hash}","input":"${hash}","output":"${hash}"},"created_at":"${at}","id":"rec_1","model_id":"m","previous_hash":"${hash}","seq":1,"type":"ledger.record/v1"}`;
  expect(goneFields({ ...row, input: { erased: true } }, entry)).toEqual(['context', 'input']);
  expect(goneFields(row, undefined)).toEqual([]);
});
