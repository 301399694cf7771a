/** Gives an empty demo workspace its datasets, sessions, reviews and an erasure. */
import { EventEmitter } from 'node:events';
import type { Clock } from '../../shared/time.ts';
import type { Opened, WriteContext } from '../area.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { Journal } from '../ledger/journal.ts';
import { openCommits } from '../ledger/open-commits.ts';
import { openActs, openProof } from '../proof/open-proof.ts';
import type { AnyHandler } from '../route-handler.ts';
import { alertStory } from './alert-story.ts';
import { billingStory } from './billing-story.ts';
import { demoPeople } from './demo-people.ts';
import { DemoCalendar } from './calendar.ts';
import { laterDecisions } from './decision-story.ts';
import { grantStory } from './grant-story.ts';
import { peopleStory } from './people-story.ts';
import { personsStory } from './persons-story.ts';
import { reviewStory } from './review-story.ts';
import { largeDatasetStory, sessionStory } from './session-story.ts';
import { sentAt, type StoryStep, type StoryTask } from './story-step.ts';
import { tellStory } from './tell-story.ts';

export interface StoryMeans {
  /** Opens the areas that the story is told to. */
  readonly open: (context: WriteContext) => {
    readonly handlers: Readonly<Partial<Record<string, AnyHandler>>>;
  } & Required<Pick<Opened, 'tasks' | 'close'>>;
  /** Makes of a valid body what the handler of its operation takes. */
  readonly prepare: (operation: string, body: unknown) => unknown;
}

/**
 * Tells the story to the same handlers as any other request: its times end at the present. Does nothing where there
 * are datasets already, or nothing can be appended.
 */
export async function fillDemoStory(
  context: WriteContext,
  { open, prepare }: StoryMeans,
): Promise<void> {
  const { workspace, database } = context;
  if (workspace.kind !== 'demo' || hasDatasets(database) || !isAppendable(context)) return;
  const now = context.clock();
  const people = demoPeople(context, now);
  const calendar = calendarOf(database);
  const reviews = reviewStory(database, people, calendar);
  const taken = new Set(reviews.flatMap(({ parameters }) => parameters?.['id'] ?? []));
  const steps = inOrder<StoryStep | StoryTask>([
    ...sessionStory(calendar),
    ...billingStory(now),
    // A clock behind the decisions is behind what was asked and granted since.
    ...(now < calendar.end ? [] : grantStory(now, calendar)),
    ...peopleStory(people),
    ...reviews,
    ...alertStory,
    ...personsStory({ database, people, now, taken }),
  ]);
  const [first] = steps;
  let time = first === undefined ? now : sentAt(first, now);
  const story: WriteContext = {
    ...storyContext(context, () => time),
    supervisor: {
      ...context.supervisor,
      changed: tellNobody,
      accessChanged: tellNobody,
      callWriter: async (task, params) => areas.tasks[task]?.(params),
    },
  };
  const areas = open(story);
  const { demoRecords, demoRows = 0 } = workspace;
  const decisions = laterDecisions({
    calendar,
    records: demoRecords,
    skip: context.journal().recordCount,
    now,
  });
  // Many small commits of what can be made again: they need not reach the disk one by one.
  database.pragma('synchronous = OFF');
  try {
    await tellStory({
      story: told(among(decisions, steps, now), demoRows === 0 ? [] : largeDatasetStory(demoRows)),
      now,
      prepare,
      setTime: (milliseconds) => {
        time = milliseconds;
      },
      handlers: areas.handlers,
      tasks: areas.tasks,
    });
  } finally {
    await areas.close();
    database.pragma('synchronous = FULL');
  }
}

/** The same means at another time: nobody is told, nothing happens by itself, a query takes as long as it takes. */
function storyContext(context: WriteContext, clock: Clock): WriteContext {
  const journal = new Journal(context.database, { ...context, clock });
  const written = openCommits({
    ...context,
    clock,
    journal: () => journal,
    changed: tellNobody,
  });
  return {
    ...context,
    ...written,
    ...openProof({ ...context, journal: () => journal }),
    ...openActs({ ...context, ...written, clock }),
    clock,
    journal: () => journal,
    sessionLimits: { ...context.sessionLimits, queryMs: Number.POSITIVE_INFINITY },
    schedule: () => () => {},
    changed: tellNobody,
    notices: new EventEmitter(),
  };
}

function tellNobody(): void {}

function isAppendable({ journal }: WriteContext): boolean {
  try {
    journal();
    return true;
  } catch {
    // The reason is in the log already; the ledger can still be read.
    return false;
  }
}

function calendarOf(database: WriterDatabase): DemoCalendar {
  const genesis = database
    .prepare<[], string>("SELECT bytes ->> 'created_at' FROM entries WHERE seq = 0")
    .pluck()
    .get();
  return DemoCalendar.from(Date.parse(genesis ?? ''));
}

/** The oldest first; what is of one time in the order given. */
function inOrder<Step extends Pick<StoryStep, 'at'>>(steps: readonly Step[]): readonly Step[] {
  return steps.toSorted((one, other) => other.at - one.at);
}

/** Steps with the decisions that were made before each, and then the others. */
function* among(
  decisions: Iterable<StoryStep>,
  steps: Iterable<StoryStep | StoryTask>,
  now: number,
): Generator<StoryStep | StoryTask> {
  const left = decisions[Symbol.iterator]();
  let next = left.next();
  for (const step of steps) {
    for (; next.done !== true && sentAt(next.value, now) <= sentAt(step, now); next = left.next()) {
      yield next.value;
    }
    yield step;
  }
  for (; next.done !== true; next = left.next()) yield next.value;
}

function* told(
  ...stories: readonly Iterable<StoryStep | StoryTask>[]
): Generator<StoryStep | StoryTask> {
  for (const story of stories) yield* story;
}

function hasDatasets(database: WriterDatabase): boolean {
  return database.prepare('SELECT 1 FROM datasets LIMIT 1').get() !== undefined;
}
