/** Sums over metered events in their order: what each session and each account's month came to, against what is kept of them. */
import type { Database } from 'better-sqlite3';
import { nothing, plus, type PerDimension } from '../../../shared/billing/volume.ts';
import { figureRow, type FigureRow } from '../../billing/usage-figures.ts';
import type { EventKind } from '../../billing/usage-ledger.ts';
import { countOf, secondsActive } from '../../billing/usage-meter.ts';
import type { SqlValue } from '../column-values.ts';
import type { RowFinding } from '../row-finding.ts';

type Report = (finding: RowFinding) => void;
type Row = Readonly<Record<string, SqlValue>>;

/** An event as far as sums are concerned. */
export interface SummedEvent extends FigureRow {
  readonly session: bigint;
  readonly kind: EventKind;
  readonly at: string;
  readonly opened_at: string;
}

/** Sums of an account's month. */
export interface CounterSums {
  volume: PerDimension;
  cost: PerDimension;
}

interface SessionSums {
  volume: PerDimension;
  cost: PerDimension;
  updatedAt: string;
  accesses: bigint;
  lastAccessAt: string | null;
  activeSeconds: bigint;
  reads: bigint;
  filters: bigint;
  transforms: bigint;
  trains: bigint;
}

export class EventSums {
  readonly #sessions = new Map<bigint, SessionSums>();
  /** By account and month. */
  readonly #counters = new Map<string, CounterSums>();

  /** The volume that a session had used before the event that comes next. */
  usedIn(session: bigint): PerDimension {
    return this.#sessions.get(session)?.volume ?? nothing;
  }

  counter(key: string): CounterSums {
    return this.#counters.get(key) ?? { volume: nothing, cost: nothing };
  }

  /**
   * The event that comes next.
   * @param meant the kind of the event that a correction takes back; its own otherwise
   */
  add(
    event: SummedEvent,
    key: string,
    used: { readonly volume: PerDimension; readonly cost: PerDimension },
    meant: EventKind,
  ): void {
    const counter = this.counter(key);
    this.#counters.set(key, {
      volume: plus(counter.volume, used.volume),
      cost: plus(counter.cost, used.cost),
    });
    const sums = this.#sessions.get(event.session) ?? begun(event);
    this.#sessions.set(event.session, sums);
    sums.volume = plus(sums.volume, used.volume);
    sums.cost = plus(sums.cost, used.cost);
    sums.updatedAt = event.at;
    if (event.kind === 'time' || event.kind === 'reprice') return;
    const isCorrection = event.kind === 'correction';
    if (!isCorrection) {
      sums.activeSeconds += secondsActive(sums.lastAccessAt ?? event.opened_at, event.at);
    }
    const counts = countOf(meant, isCorrection ? -1 : 1);
    sums.accesses += 1n;
    sums.lastAccessAt = event.at;
    sums.reads += BigInt(counts.reads);
    sums.filters += BigInt(counts.filters);
    sums.transforms += BigInt(counts.transforms);
    sums.trains += BigInt(counts.trains);
  }

  /** Compares the sums with the rows that keep them; yields after each row. */
  *compare(database: Database, report: Report): Generator<void> {
    const rows = (table: string) =>
      database.prepare<[], Row>(`SELECT * FROM ${table}`).safeIntegers().iterate();
    for (const row of rows('billed_sessions')) {
      yield;
      const number = row.number ?? null;
      const sums =
        (typeof number === 'bigint' ? this.#sessions.get(number) : undefined) ??
        begun({ opened_at: String(row.opened_at) });
      compareRow('billed_sessions', String(number), columnsOf(sums), row, report);
    }
    const counters = new Map(this.#counters);
    for (const row of rows('usage_counters')) {
      yield;
      const { account_id: account, month } = row;
      const key = counterKey(account, month);
      const sums = counters.get(key);
      counters.delete(key);
      const name = rowOf(key);
      const about = { table: 'usage_counters', row: name, seq: 0, column: null } as const;
      if (sums === undefined) report({ ...about, kind: 'inserted', expected: null, actual: name });
      else {
        const columns = { ...figureRow(sums.volume, sums.cost) };
        compareRow('usage_counters', name, columns, row, report);
      }
    }
    for (const key of counters.keys()) {
      const row = rowOf(key);
      const about = { table: 'usage_counters', row, seq: 0, column: null } as const;
      report({ ...about, kind: 'deleted', expected: row, actual: null });
    }
  }
}

/** Key of a counter; no name has a line feed. */
export function counterKey(account: SqlValue | undefined, month: SqlValue | undefined): string {
  return `${String(account)}\n${String(month)}`;
}

/** The key of its row. */
function rowOf(key: string): string {
  return JSON.stringify(key.split('\n'));
}

function begun({ opened_at: openedAt }: Pick<SummedEvent, 'opened_at'>): SessionSums {
  const none = { accesses: 0n, activeSeconds: 0n, reads: 0n, filters: 0n, transforms: 0n };
  const use = { volume: nothing, cost: nothing, updatedAt: openedAt, lastAccessAt: null };
  return { ...use, ...none, trains: 0n };
}

function columnsOf(sums: SessionSums): Row {
  return {
    ...figureRow(sums.volume, sums.cost),
    updated_at: sums.updatedAt,
    accesses: sums.accesses,
    last_access_at: sums.lastAccessAt,
    active_seconds: sums.activeSeconds,
    reads: sums.reads,
    filters: sums.filters,
    transforms: sums.transforms,
    trains: sums.trains,
  };
}

function compareRow(table: string, key: string, expected: Row, row: Row, report: Report): void {
  for (const [column, value] of Object.entries(expected)) {
    const actual = row[column] ?? null;
    if (value === actual) continue;
    const about = { kind: 'altered', table, row: key, column, seq: 0 } as const;
    report({ ...about, expected: shown(value), actual: shown(actual) });
  }
}

function shown(value: SqlValue): string | null {
  return value === null ? null : String(value);
}
