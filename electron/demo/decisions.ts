/** The decisions of the demo ledger, in order: which model was asked when, and what it answered. */
import type { CreateRecord } from '../../shared/contract/records.ts';
import { DemoCalendar, decisionTimes, isOfficeHour } from './calendar.ts';
import { claimsRouter } from './models/claims-router.ts';
import { contentModeration } from './models/content-moderation.ts';
import { creditScorer } from './models/credit-scorer.ts';
import type { DemoModel } from './models/demo-model.ts';
import { fraudGuard } from './models/fraud-guard.ts';
import { kycMatch } from './models/kyc-match.ts';
import { resumeRanker } from './models/resume-ranker.ts';
import { routePlanner } from './models/route-planner.ts';
import { triageNet } from './models/triage-net.ts';
import { createRandomSource } from './random-source.ts';

export const demoModels: readonly DemoModel[] = [
  creditScorer,
  fraudGuard,
  triageNet,
  kycMatch,
  claimsRouter,
  contentModeration,
  resumeRanker,
  routePlanner,
];

/** Records and seed of a demo ledger where nothing else is asked for. */
export const demoDefaults = { records: 10_000, seed: 20_220_101 } as const;

/** One decision: the instant it was made (ms since 1970) and the body a client would have sent. */
export interface DemoDecision {
  readonly at: number;
  readonly body: CreateRecord;
}

interface Choice {
  readonly model: DemoModel;
  readonly version: string;
  readonly drift: number;
}

const hour = 3_600_000;
const year = 365.25 * 24 * hour;

/** The models that answer in the hour of `at`, with how busy they are and how old their release is. */
function choicesAt(at: number, calendar: DemoCalendar): (readonly [Choice, number])[] {
  const time = isOfficeHour(at) ? 'office' : 'other';
  return demoModels.flatMap((model) => {
    const release = model.releases.findLast((each) => calendar.of(each.from) <= at);
    if (release === undefined) return [];
    const item = {
      model,
      version: release.version,
      drift: (at - calendar.of(release.from)) / year,
    };
    return [[item, model.share[time]] as const];
  });
}

/**
 * `records` decisions in ascending time, the same ones for the same `seed` and number.
 * Bodies are valid for `POST /records`; nothing is held in memory.
 */
export function* demoDecisions(options: {
  readonly records: number;
  readonly seed: number;
  /** Without one, it ends with October 2026. */
  readonly calendar?: DemoCalendar;
}): Generator<DemoDecision> {
  const { calendar = new DemoCalendar() } = options;
  const random = createRandomSource(options.seed, 1);
  let slot = -1;
  let choices: (readonly [Choice, number])[] = [];
  let ordinal = 0;
  for (const at of decisionTimes(options.records, createRandomSource(options.seed, 2), calendar)) {
    const slotOfThis = Math.floor(at / hour);
    if (slotOfThis !== slot) {
      slot = slotOfThis;
      choices = choicesAt(at, calendar);
    }
    const { model, version, drift } = random.weighted(choices);
    const moment = { at, ordinal, version, drift, calendar };
    const body = { model_id: model.id, ...model.decide(random, moment) };
    yield { at, body };
    ordinal += 1;
  }
}
