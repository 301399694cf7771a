/** Requests of persons as they are stored and told. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import type {
  PersonRequest,
  PersonRequestEvent,
  PersonRequestRow,
} from '../../shared/contract/persons.ts';
import { languages } from '../../shared/languages.ts';
import { deadlineRules, dueDay } from '../../shared/oversight/deadlines.ts';
import { readPersonSettings } from './person-settings.ts';
import {
  personAsks,
  requestEvents,
  standsAs,
  urgencyOf,
  type RequestState,
  type RequestStanding,
} from '../../shared/oversight/request-steps.ts';

const columns = `request_id, request_number, n, event, asks, rule, received_on, due, created_at,
  closed_at, person, records, note`;

/** Every statement, by name, so that a test can read the plan of each. */
export const personRequestStatements = {
  find: `SELECT ${columns} FROM person_requests WHERE request_id = ?`,
  byDue: `SELECT ${columns} FROM person_requests ORDER BY closed_at IS NOT NULL, due, number`,
  // No row goes, so that the next of a year is one more than there are.
  countOfYear: `SELECT count(*) FROM person_requests
    WHERE request_number >= ? || '-' AND request_number < ? || '.'`,
  nextNumber: 'SELECT coalesce(max(number), 0) + 1 FROM person_requests',
  letters: `SELECT n, language, signed_at, record_id, hash, document IS NOT NULL AS is_there
    FROM person_letters WHERE request_id = ? ORDER BY n`,
  letter: 'SELECT document FROM person_letters WHERE request_id = ? AND n = ?',
  nextLetter: 'SELECT coalesce(max(number), 0) + 1 FROM person_letters',
  events: `SELECT e.bytes, p.value AS note FROM facts AS f
    JOIN entries AS e ON e.seq = f.seq
    LEFT JOIN payloads AS p ON p.seq = f.seq AND p.field = 'note'
    WHERE f.table_name = 'person_requests' AND f.row = ? ORDER BY f.seq`,
} as const;

interface LetterRow {
  readonly n: number;
  readonly language: string;
  readonly signed_at: string;
  readonly record_id: string | null;
  readonly hash: string | null;
  readonly is_there: number;
}

interface Row {
  readonly request_id: string;
  readonly request_number: string;
  readonly n: number;
  readonly event: string;
  readonly asks: string;
  readonly rule: string;
  readonly received_on: string;
  readonly due: string;
  readonly created_at: string;
  readonly closed_at: string | null;
  readonly person: string | null;
  readonly records: string | null;
  readonly note: string | null;
}

const asksSchema = z.array(z.enum(personAsks));
const personSchema = z.object({
  identifiers: z.array(z.string()),
  contact: z.string().nullable(),
});
const recordsSchema = z.array(z.string());
const eventSchema = z.object({
  created_at: z.string(),
  by: z.object({ id: z.string(), role: z.string() }),
  set: z.object({ n: z.int(), event: z.enum(requestEvents) }),
  signature: z.unknown().optional(),
});

export interface RequestFilter {
  readonly urgency?: RequestStanding | undefined;
  readonly ask?: (typeof personAsks)[number] | undefined;
  readonly rule?: (typeof deadlineRules)[number] | undefined;
  /** A part of it. */
  readonly number?: string | undefined;
}

/** Over one connection. */
export class RequestsStore {
  readonly #directory: string;
  readonly #find: Statement<[string], Row>;
  readonly #byDue: Statement<[], Row>;
  readonly #countOfYear: Statement<[string, string], number>;
  readonly #nextNumber: Statement<[], number>;
  readonly #letters: Statement<[string], LetterRow>;
  readonly #letter: Statement<[string, number], string | null>;
  readonly #nextLetter: Statement<[], number>;
  readonly #events: Statement<[string], { bytes: string; note: string | null }>;

  /** @param directory the folder of the ledger */
  constructor(database: Database, directory: string) {
    this.#directory = directory;
    const sql = personRequestStatements;
    this.#find = database.prepare(sql.find);
    this.#byDue = database.prepare(sql.byDue);
    this.#countOfYear = database.prepare<[string, string], number>(sql.countOfYear).pluck();
    this.#nextNumber = database.prepare<[], number>(sql.nextNumber).pluck();
    this.#letters = database.prepare(sql.letters);
    this.#letter = database.prepare<[string, number], string | null>(sql.letter).pluck();
    this.#nextLetter = database.prepare<[], number>(sql.nextLetter).pluck();
    this.#events = database.prepare(sql.events);
  }

  /** One request as it is told on a day; undefined where there is none. */
  find(requestId: string, today: string): PersonRequest | undefined {
    const row = this.#find.get(requestId);
    if (row === undefined) return undefined;
    return {
      ...shown(row, today),
      record_ids: row.records === null ? null : recordsOf(row),
      note: row.note,
      letters: this.#letters.all(requestId).map(letterOf),
      events: this.#events.all(requestId).map(eventOf),
      kept_until: row.closed_at === null ? null : this.#keptUntil(row.closed_at),
    };
  }

  /** Those of a filter: what is open first, the nearest day before the others. */
  byDue(filter: RequestFilter, today: string): PersonRequestRow[] {
    const rows = this.#byDue.all().map((row) => shown(row, today));
    return rows.filter((row) => isSelected(row, filter));
  }

  /** `2026-014` for the fourteenth of a year. */
  nextOfYear(year: string): string {
    const count = this.#countOfYear.get(year, year) ?? 0;
    return `${year}-${String(count + 1).padStart(3, '0')}`;
  }

  /** The PDF of a letter in base64; undefined where there is none, or none any more. */
  letter(requestId: string, n: number): string | undefined {
    return this.#letter.get(requestId, n) ?? undefined;
  }

  nextLetter(): number {
    return this.#nextLetter.get() ?? 1;
  }

  #keptUntil(closedAt: string): string {
    return yearsAfter(closedAt, readPersonSettings(this.#directory).kept_years);
  }

  nextNumber(): number {
    return this.#nextNumber.get() ?? 1;
  }
}

/** How a request stands, as its steps ask. */
export function stateOf(request: PersonRequestRow, today: string): RequestState {
  const { asks, rule, received_on: receivedOn, due, closed_at: closedAt, records } = request;
  return { asks, rule, receivedOn, due, isClosed: closedAt !== null, records, today };
}

function shown(row: Row, today: string): PersonRequestRow {
  const rule = z.enum(deadlineRules).parse(row.rule);
  const isClosed = row.closed_at !== null;
  return {
    request_id: row.request_id,
    number: row.request_number,
    received_on: row.received_on,
    asks: asksSchema.parse(JSON.parse(row.asks)),
    rule,
    due: row.due,
    is_extended: row.due !== dueDay(row.received_on, rule),
    urgency: urgencyOf({ due: row.due, isClosed, today }),
    n: row.n,
    event: z.enum(requestEvents).parse(row.event),
    created_at: row.created_at,
    closed_at: row.closed_at,
    person: row.person === null ? null : personSchema.parse(JSON.parse(row.person)),
    records: recordsOf(row).length,
  };
}

function letterOf({ language, hash, is_there: isThere, ...row }: LetterRow) {
  return {
    ...row,
    language: z.enum(languages).parse(language),
    sha256: hash,
    is_there: isThere === 1,
  };
}

function recordsOf({ records }: Row): string[] {
  return records === null ? [] : recordsSchema.parse(JSON.parse(records));
}

function eventOf({ bytes, note }: { bytes: string; note: string | null }): PersonRequestEvent {
  const { created_at, by, set, signature } = eventSchema.parse(JSON.parse(bytes));
  return {
    n: set.n,
    event: set.event,
    at: created_at,
    actor: by,
    is_signed: signature !== undefined,
    note: note === null ? null : z.string().parse(JSON.parse(note)),
  };
}

function isSelected(row: PersonRequestRow, filter: RequestFilter): boolean {
  const { urgency, ask, rule, number } = filter;
  return (
    (urgency === undefined || standsAs(row.urgency, urgency)) &&
    (ask === undefined || row.asks.includes(ask)) &&
    (rule === undefined || row.rule === rule) &&
    (number === undefined || row.number.includes(number))
  );
}

/** The day some years after an instant. */
function yearsAfter(at: string, years: number): string {
  const until = new Date(at);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  return until.toISOString().slice(0, 10);
}
