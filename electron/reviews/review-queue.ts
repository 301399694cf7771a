/** The queue as it is listed: why each record waits, since when, until when, and who means to review it. */
import type { Database, Statement } from 'better-sqlite3';
import type {
  ListReviewsQuery,
  ReviewList,
  ReviewRow,
} from '../../shared/contract/review-queue.ts';
import { waitingReasons, type WaitingReason } from '../../shared/contract/reviews.ts';
import type { AskedReason, ReviewedModel } from '../oversight/review-rules.ts';
import {
  differenceOf,
  indexFrom,
  intersectionOf,
  parsePositions,
  type Positions,
} from '../records/position-list.ts';
import { WaitingPositions } from '../records/waiting-positions.ts';
import { pageByDue, isBefore, type Run, type Waiting } from './due-order.ts';
import { Objections } from './objections.ts';
import { ReviewedRecords } from './reviewed-records.ts';
import { reviewQueueStatements as sql } from './statements.ts';

const hour = 3_600_000;

/** A record in the queue. */
interface Queued extends Waiting {
  readonly reason: WaitingReason;
}

interface Placed {
  readonly id: string;
  readonly model_id: string;
  readonly created_at: string;
}

/** Records that wait, in the order of when they are due, and how many of them are past that at an instant. */
interface DueRun {
  readonly run: Run<Queued>;
  readonly late: (now: number) => number;
}

type Assigned = Pick<ListReviewsQuery, 'assignee' | 'is_assigned'>;

/** Over one connection. Call within one read transaction. */
export class ReviewQueue {
  readonly #waiting: WaitingPositions;
  readonly #records: ReviewedRecords;
  readonly #objections: Objections;
  readonly #last: Statement<[], number | null>;
  readonly #placed: Statement<[number], Placed>;
  readonly #firstFrom: Statement<[string], number>;
  readonly #assigned: Statement<[], Buffer | null>;
  readonly #assignedTo: Statement<[string], Buffer | null>;

  constructor(database: Database) {
    this.#waiting = new WaitingPositions(database);
    this.#records = new ReviewedRecords(database);
    this.#objections = new Objections(database);
    this.#last = database.prepare<[], number | null>(sql.last).pluck();
    this.#placed = database.prepare(sql.placed);
    this.#firstFrom = database.prepare<[string], number>(sql.firstFrom).pluck();
    this.#assigned = database.prepare<[], Buffer | null>(sql.assigned).pluck();
    this.#assignedTo = database.prepare<[string], Buffer | null>(sql.assignedTo).pluck();
  }

  /** A page of the queue at an instant. */
  list({ limit, offset, is_late: isLate, ...filter }: ListReviewsQuery, now: number): ReviewList {
    const every = this.#runs(filter);
    const runs = isLate === undefined ? every : every.map((each) => partBy(each, isLate, now));
    const page = pageByDue(
      runs.map(({ run }) => run),
      { offset, limit },
    );
    return {
      data: page.flatMap((each) => this.#row(each)),
      total: runs.reduce((sum, { run }) => sum + run.length, 0),
      limit,
      offset,
      late: runs.reduce((sum, { late }) => sum + late(now), 0),
    };
  }

  /** The place of one record in the queue; undefined where it does not wait. */
  standingOf(recordId: string): Pick<ReviewRow, 'reason' | 'since' | 'due_at'> | undefined {
    const record = this.#records.find(recordId);
    if (record === undefined) return undefined;
    const { reason } = this.#records.standing(record);
    if (reason === null) return undefined;
    const { since, due } = this.#waits(reason, record);
    return { reason, since: iso(since), due_at: due === Infinity ? null : iso(due) };
  }

  #runs({
    review,
    model_id: modelId,
    ...assigned
  }: Omit<ListReviewsQuery, 'limit' | 'offset' | 'is_late'>): DueRun[] {
    const last = this.#last.get() ?? 0;
    const narrowed = this.#narrowing(assigned);
    const reasons = review === undefined ? waitingReasons : [review];
    return reasons.flatMap((reason) => {
      if (reason !== 'policy' && reason !== 'sample') {
        return [this.#listedRun(reason, narrowed(this.#waiting.of(reason, 0, last)), modelId)];
      }
      const models = this.#waiting.rules
        .models()
        .filter((each) => modelId === undefined || each.modelId === modelId);
      return models.map((model) =>
        this.#askedRun(reason, narrowed(this.#waiting.ofModel(reason, model, 0, last)), model),
      );
    });
  }

  /**
   * Records of one model that wait since they were recorded, or since a profile first asked for them: as they follow each
   * other, so are they due.
   */
  #askedRun(reason: AskedReason, positions: Positions, { rules, askedFrom }: ReviewedModel) {
    const { due_hours: hours } = rules;
    const from = askedFrom[reason];
    const run: Run<Queued> = {
      length: positions.length,
      at: (index) => {
        const position = positions[index];
        if (position === undefined) return undefined;
        const recorded = Date.parse(this.#placed.get(position)?.created_at ?? '');
        const since = Math.max(recorded, from);
        return { position, reason, since, due: hours === null ? Infinity : since + hours * hour };
      },
    };
    const late = (now: number) => {
      if (hours === null || from + hours * hour >= now) return 0;
      const border = this.#firstFrom.get(iso(now - hours * hour));
      return border === undefined ? positions.length : indexFrom(positions, border);
    };
    return { run, late };
  }

  /** Records that wait since somebody did something. There are few of them. */
  #listedRun(reason: WaitingReason, positions: Positions, modelId: string | undefined) {
    const found = [...positions].flatMap((position): Queued[] => {
      const placed = this.#placed.get(position);
      if (placed === undefined || (modelId ?? placed.model_id) !== placed.model_id) return [];
      return [{ position, reason, ...this.#waits(reason, placed) }];
    });
    found.sort((one, other) => (isBefore(one, other) ? -1 : 1));
    const run: Run<Queued> = { length: found.length, at: (index) => found[index] };
    return { run, late: (now: number) => found.filter(({ due }) => due < now).length };
  }

  /** Since when a record waits, and until when: an objection by the last day of its request. */
  #waits(reason: WaitingReason, record: Placed) {
    const { since, asked } = this.#records.waits.sinceOf(reason, record);
    const hours = this.#waiting.rules.reviewed(record.model_id)?.rules.due_hours ?? null;
    const objected = reason === 'escalated' ? this.#objections.dueOf(asked) : undefined;
    return { since, due: objected ?? (hours === null ? Infinity : since + hours * hour) };
  }

  #narrowing({ assignee, is_assigned: isAssigned }: Assigned): (list: Positions) => Positions {
    if (assignee === undefined && isAssigned === undefined) return (list) => list;
    const all = parsePositions(this.#assigned.get() ?? null);
    const own =
      assignee === undefined ? all : parsePositions(this.#assignedTo.get(assignee) ?? null);
    return isAssigned === false
      ? (list) => differenceOf(list, [all])
      : (list) => intersectionOf([list, own]);
  }

  #row({ position, reason, since, due }: Queued): ReviewRow[] {
    const record = this.#records.at(position);
    if (record === undefined) return [];
    return [
      {
        ...this.#records.told(record),
        reason,
        since: iso(since),
        due_at: due === Infinity ? null : iso(due),
      },
    ];
  }
}

/** The part of a run that is past due, or the one that is not: what is late comes first. */
function partBy({ run, late }: DueRun, isLate: boolean, now: number): DueRun {
  const count = late(now);
  return isLate
    ? { run: { length: count, at: (index) => (index < count ? run.at(index) : undefined) }, late }
    : {
        run: { length: run.length - count, at: (index) => run.at(index + count) },
        late: () => 0,
      };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
