/** The log is searched by its indexes, whatever it is filtered by, and paged without a sort. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditFilter } from '../../shared/contract/audit.ts';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { auditStatements } from './audit-store.ts';
import { AuditFixture } from './testing/audit-fixture.ts';

const folder = temporaryFolder();
let fixture: AuditFixture;
beforeAll(() => {
  fixture = new AuditFixture(folder.path);
});
afterAll(() => {
  fixture.close();
  folder.remove();
});

function planOf(sql: string): string {
  const bound = sql.replaceAll(/@(low|high|limit|offset)/g, '1').replaceAll(/@\w+|\?/g, "'x'");
  return fixture.ledger.database
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${bound}`)
    .all()
    .map((step) => step.detail)
    .join('\n');
}

const byIndex: readonly (readonly [AuditFilter, string])[] = [
  [{ object_id: 'x' }, 'audit_events_by_object'],
  [{ operation_id: 'x' }, 'audit_events_by_operation'],
  [{ caller: 'x' }, 'audit_events_by_caller'],
  [{ action: 'read' }, 'audit_events_by_action'],
  [{ outcome: 'done' }, 'audit_events_by_outcome'],
  [{ outcome: 'refused', caller: 'x' }, 'audit_events_by_caller'],
  [{ outcome: 'refused', caller: 'x', object_id: 'x', q: 'r' }, 'audit_events_by_object'],
];

describe.each(byIndex)('%j', (filter, index) => {
  test.each(['count', 'page', 'next'] as const)('%s', (name) => {
    const plan = planOf(auditStatements[name](filter));
    expect(plan).toMatch(new RegExp(`^SEARCH audit_events USING (COVERING )?INDEX ${index} `));
    expect(plan).not.toContain('TEMP B-TREE');
  });
});

test('a search asks the index of each of its columns', () => {
  const plan = planOf(auditStatements.count({ q: 'req_' }));
  expect(plan).toContain('MULTI-INDEX OR');
  expect(plan).not.toContain('SCAN');
});

test('an unfiltered page is a range of the table', () => {
  expect(planOf(auditStatements.page({}))).toMatch(
    /^SEARCH audit_events USING INTEGER PRIMARY KEY/,
  );
});

test.each([
  ['fromTime', 'audit_events_by_time'],
  ['one', 'INTEGER PRIMARY KEY'],
  ['batchOf', 'batches_by_line'],
  ['lastBatch', 'batches_by_line'],
] as const)('%s', (name, index) => {
  const plan = planOf(auditStatements[name]);
  expect(plan).toMatch(/^SEARCH/);
  expect(plan).toContain(index);
});
