/** The log as a spreadsheet reads it. */
import { expect, it } from 'vitest';
import type { AuditEvent } from '../../shared/contract/audit.ts';
import { localTimes } from '../../shared/local-time.ts';
import { auditCsvHeader, auditCsvLine } from './audit-csv.ts';

const event: AuditEvent = {
  seq: 7,
  at: '2026-03-29T00:59:59.123Z',
  request_id: 'req_1',
  mount: 'loopback',
  caller: { kind: 'api_key', key_id: 'key_1', name: '=cmd|"x"', role: 'admin' },
  action: 'read',
  operation_id: 'getModel',
  method: 'GET',
  path: '/v1/models/a,b',
  object_id: '-1+2',
  status: 200,
  outcome: 'done',
  ms: 3,
  omitted: 0,
  previous_hash: `sha256:${'0'.repeat(64)}`,
  hash: `sha256:${'1'.repeat(64)}`,
};

it('has a column for each part of an event, and no cell that is a formula', () => {
  const line = auditCsvLine(event, localTimes('Europe/Berlin'), ',');
  expect(line).toBe(
    `7,2026-03-29T01:59:59.123+01:00,2026-03-29T00:59:59.123Z,req_1,loopback,api_key,key_1,"'=cmd|""x""",admin,read,getModel,GET,"/v1/models/a,b",'-1+2,200,done,3,0,sha256:${'1'.repeat(64)}\r\n`,
  );
  expect(auditCsvHeader(';').split(';')).toHaveLength(19);
});
