/** What is decided about fields: rows of the table, proposals, what is undecided; and the forms of rules and terms. */
import { describe, expect, test } from 'vitest';
import { datasetAnalysisSchema } from '../../../../shared/contract/analysis.ts';
import { fieldRuleSchema, policySchema } from '../../../../shared/contract/policies.ts';
import {
  draftOf,
  fieldRows,
  isUndecided,
  likelyKnown,
  withProposals,
  withRule,
} from './policy-draft.ts';
import { formOf, ruleOf } from './rule-form.ts';
import { publicationOf } from './shown-policy.ts';
import { termsOf, withTerms } from './terms-form.ts';

const field = (address: string, proposal: object, of: string | null = null) => ({
  address,
  types: ['string'],
  distinct: 3,
  missing: 0,
  longest: 9,
  found: [],
  class: of,
  proposal,
});
const analysis = datasetAnalysisSchema.parse({
  dataset_id: 'ds',
  analysed_at: '2026-01-01T00:00:00.000Z',
  is_current: true,
  asked: {},
  records: 3,
  is_complete: true,
  entity: 'patient.id',
  fields: [
    field('patient.id', { method: 'hash' }, 'identifier'),
    field('patient.zip', { method: 'generalize', zip3: true }, 'postcode'),
    field('notes', { method: 'withheld' }, 'free_text'),
  ],
  class_sizes: null,
  hardly_changed: [],
});
const nothing = draftOf(undefined).policy;

describe('A draft', () => {
  test('of a dataset without a policy decides nothing, and withholds all', () => {
    expect([nothing.unlisted, nothing.access, nothing.fields]).toEqual([
      'withheld',
      'on_request',
      {},
    ]);
    const rows = fieldRows(nothing, analysis, []);
    expect(rows.filter(isUndecided).map(({ address }) => address)).toEqual([
      'patient.id',
      'patient.zip',
      'notes',
    ]);
  });

  test('takes proposals for what is undecided alone, and whose a row is', () => {
    const some = withRule(nothing, 'patient', { method: 'withheld' });
    expect(withProposals(some, analysis)).toMatchObject({
      entity: 'patient.id',
      fields: { patient: { method: 'withheld' }, notes: { method: 'withheld' } },
    });
    expect(Object.keys(withProposals(some, analysis).fields)).toEqual(['patient', 'notes']);
    expect(Object.keys(withProposals(nothing, analysis).fields)).toHaveLength(3);
  });

  test('has a row for each field, and for each rule of several', () => {
    const some = withRule(nothing, 'patient', { method: 'withheld' });
    const known = [
      { path: 'patient', types: ['object' as const] },
      { path: 'record_id', types: ['string' as const] },
      { path: 'ward', types: ['string' as const] },
    ];
    expect(
      fieldRows(some, analysis, known).map(({ address, inside }) => [address, inside]),
    ).toEqual([
      ['patient', undefined],
      ['patient.id', 'patient'],
      ['patient.zip', 'patient'],
      ['notes', undefined],
      ['ward', undefined],
    ]);
    expect(likelyKnown(analysis)).toEqual(['patient.zip']);
  });
});

test.each([
  { method: 'generalize', bucket_size: 10, top: 90 },
  { method: 'generalize', zip3: true },
  { method: 'generalize', bins: [1, 2], labels: ['a', 'b', 'c'] },
  { method: 'generalize', date_part: 'month' },
  { method: 'noise', scale: 5, step: 0.5 },
  { method: 'statistics', min: 0, max: 100, step: 5 },
  { method: 'mask', keep_last: 4 },
  { method: 'replace', value: null },
  { method: 'hash' },
])('%j is the rule of its form', (rule) => {
  const parsed = fieldRuleSchema.parse(rule);
  expect(ruleOf(formOf('age', parsed.method, parsed))).toEqual(rule);
});

test('the terms of a policy are those of their form', () => {
  for (const members of [
    {},
    { access: 'open', open_days: 30, operations: ['read'], entity: 'id' },
  ]) {
    const policy = policySchema.parse({ ...members, fields: { age: { method: 'clear' } } });
    expect(withTerms(policy, termsOf(policy))).toEqual(policy);
  }
});

test('a publication is one version or two, as the notice says', () => {
  const before = policySchema.parse({
    fields: { ssn: { method: 'withheld' }, age: { method: 'clear' } },
  });
  const after = policySchema.parse({
    fields: { ssn: { method: 'clear' }, age: { method: 'withheld' } },
  });
  const versions = (notice: number) =>
    publicationOf(after, { held: { ...before, notice_hours: notice }, latest: 4 }).versions.map(
      ({ version, hours }) => [version, hours],
    );
  expect(versions(24)).toEqual([
    [5, 0],
    [6, 24],
  ]);
  expect(versions(0)).toEqual([[5, 0]]);
  expect(publicationOf(after, { held: undefined, latest: 0 }).versions).toHaveLength(1);
});
