/** A ledger with an audit log, for tests: events of varied callers, sealed or not. */
import { instant } from '../../../shared/time.ts';
import { TestLedger, testBody } from '../../ledger/testing/test-ledger.ts';
import { Sealer } from '../../proof/sealer.ts';
import { AuditLog, type NewAuditEvent } from '../audit-log.ts';

/** An event by number: caller, action and object come round again at different paces. */
export function testEvent(number: number, changes: Partial<NewAuditEvent> = {}): NewAuditEvent {
  const isKey = number % 3 !== 0;
  return {
    at: instant(Date.UTC(2026, 0, 1) + number * 1_000),
    request_id: `req_${String(number).padStart(26, '0')}`,
    mount: 'loopback',
    caller: {
      kind: isKey ? 'api_key' : 'operator',
      key_id: isKey ? `key_${number % 2}` : null,
      role: isKey ? 'compliance' : null,
    },
    action: number % 5 === 0 ? 'export' : 'read',
    operation_id: number % 5 === 0 ? 'downloadBundle' : 'getRecord',
    method: 'GET',
    path: `/v1/records/rec_${number % 7}`,
    object_id: `rec_${number % 7}`,
    status: number % 4 === 0 ? 403 : 200,
    outcome: number % 4 === 0 ? 'refused' : 'done',
    ms: number,
    omitted: 0,
    ...changes,
  };
}

export class AuditFixture {
  readonly ledger: TestLedger;
  readonly log: AuditLog;
  readonly #sealer: Sealer;
  #number = 0;

  constructor(folder: string) {
    this.ledger = new TestLedger(folder);
    const journal = () => this.ledger.journal;
    this.#sealer = new Sealer(this.ledger.database, journal);
    this.log = new AuditLog(this.ledger.database, { journal, sealer: this.#sealer });
  }

  /** Appends events in batches of ten. */
  append(count: number): void {
    for (let left = count; left > 0; left -= 10) {
      const batch = Array.from({ length: Math.min(10, left) }, () =>
        testEvent((this.#number += 1)),
      );
      this.log.append(batch);
    }
  }

  /** A record between two batches. */
  appendRecord(): void {
    this.ledger.journal.transaction(() => this.ledger.append(testBody(this.#number)));
  }

  /** Seals every event that is open. */
  seal(): boolean {
    return this.ledger.journal.transaction(() => this.#sealer.seal({ table: 'audit_events' }));
  }

  close(): void {
    this.ledger.close();
  }
}
