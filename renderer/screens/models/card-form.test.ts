/** The register form stands for a body, and every fault of that body has its place in it. */
import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  draftOfNext,
  formOf,
  metricRow,
  nextVersion,
  rowFaults,
  withDraft,
} from './card-form.ts';

describe('the body of a form', () => {
  test('what is empty is left out, the required members are not', () => {
    expect(bodyOf(formOf({}))).toEqual({ model_id: '', version: '' });
  });

  test('metrics are numbers; what is no number goes as it was typed, for the API to refuse', () => {
    const form = {
      ...formOf({ model_id: ' m ', version: '1.0.0' }),
      performance: [metricRow('accuracy', '0.93'), metricRow('auc', 'high'), metricRow('f1', '')],
      fairness: [metricRow('', ''), metricRow('parity', '1e-3')],
    };
    expect(bodyOf(form)).toEqual({
      model_id: 'm',
      version: '1.0.0',
      performance: { accuracy: 0.93, auc: 'high', f1: '' },
      fairness: { parity: 0.001 },
    });
  });

  test('free text keeps its own spaces and lines', () => {
    expect(bodyOf(formOf({ intended_use: ' a\n b ', limitations: '  ' }))).toMatchObject({
      intended_use: ' a\n b ',
    });
    expect(bodyOf(formOf({ limitations: '  ' }))).not.toHaveProperty('limitations');
  });
});

test('an import replaces only the members that it has', () => {
  const form = formOf({ model_id: 'mine', framework: 'a', performance: { f1: 0.5 } });
  const filled = withDraft(form, { framework: 'b', fairness: { parity: 0.9 } });
  expect(bodyOf(filled)).toEqual({
    model_id: 'mine',
    version: '',
    framework: 'b',
    performance: { f1: 0.5 },
    fairness: { parity: 0.9 },
  });
});

test('two metrics of one name, and one without, are faults of their rows', () => {
  const rows = [metricRow('a', '1'), metricRow('a ', '2'), metricRow('', '3'), metricRow('', '')];
  const faults = rowFaults(rows);
  expect(rows.map(({ key }) => faults.get(key))).toEqual([
    undefined,
    'duplicate',
    'nameless',
    undefined,
  ]);
});

test('the next version counts on by number and leaves the artifact to be stated anew', () => {
  expect(nextVersion('1.9.9')).toBe('1.9.10');
  expect(nextVersion('draft')).toBe('');
  expect(
    draftOfNext({
      model_id: 'm',
      version: '1.9.9',
      model_hash: 'sha256:0',
      training_date: '2026-01-01',
      framework: 'f',
    }),
  ).toEqual({
    model_id: 'm',
    version: '1.9.10',
    model_hash: undefined,
    training_date: undefined,
    framework: 'f',
  });
});
