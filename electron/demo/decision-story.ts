/** Decisions of the demo's last weeks, among which its story is told: they are sent as any client would. */
import { limits } from '../../shared/contract/limits.ts';
import type { DemoCalendar } from './calendar.ts';
import { demoDecisions, demoDefaults, type DemoDecision } from './decisions.ts';
import type { StoryStep } from './story-step.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Before everything that only holds among decisions of its time: the first grant is asked for later. */
const lastWeeks = 62 * day;

/** The instant before which decisions are appended all at once; milliseconds. */
export function firstTold(now: number): number {
  return Math.floor(now / day) * day - lastWeeks;
}

/** The decisions behind the first `skip`, those of one hour together. */
export function* laterDecisions(options: {
  readonly calendar: DemoCalendar;
  readonly records: number | undefined;
  readonly skip: number;
  readonly now: number;
}): Generator<StoryStep> {
  const { calendar, records = demoDefaults.records, skip, now } = options;
  let batch: DemoDecision[] = [];
  let left = skip;
  for (const decision of demoDecisions({ records, seed: demoDefaults.seed, calendar })) {
    if (left > 0) {
      left -= 1;
      continue;
    }
    const [first] = batch;
    const isOver =
      first !== undefined &&
      (hourOf(first) !== hourOf(decision) || batch.length === limits.batch.items);
    if (isOver) {
      yield sent(batch, now);
      batch = [];
    }
    batch.push(decision);
  }
  if (batch.length > 0) yield sent(batch, now);
}

function hourOf({ at }: DemoDecision): number {
  return Math.floor(at / hour);
}

function sent(batch: readonly DemoDecision[], now: number): StoryStep {
  return {
    at: (now - (batch.at(-1)?.at ?? now)) / minute,
    operation: 'createRecords',
    body: { records: batch.map(({ body }) => body) },
  };
}
