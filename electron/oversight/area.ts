/** Oversight: decision profiles of models, the facts that follow from them, and the figures of their decisions. */
import type { Area, WriteContext } from '../area.ts';
import { repeating } from '../database/schedule.ts';
import { transact } from '../ledger/open-commits.ts';
import { alertReadRoutes, alertWriteRoutes } from './alert-routes.ts';
import { FactsKeeper, factsJob, factsTask, writeFacts } from './facts-job.ts';
import { figureReadRoutes, figureWriteRoutes } from './figure-record-routes.ts';
import { figureRoutes } from './figure-routes.ts';
import { personSearchRoutes } from './person-search-routes.ts';
import { profileReadRoutes, profileWriteRoutes } from './profile-routes.ts';
import { evaluateTask, RuleKeeper, rulesJob, settleTask } from './rules-job.ts';

/** How often it is looked whether a day is over; milliseconds. */
const lookEvery = 60_000;

/** Has the writer write the facts that wait. */
export const writeFactsTask = 'write-facts';

export const oversightArea = {
  openReads: (context) => ({
    handlers: {
      ...profileReadRoutes(context.database),
      ...figureRoutes(context.database),
      ...figureReadRoutes(context.database),
      ...personSearchRoutes(context),
      ...alertReadRoutes(context),
    },
  }),
  openWrites: (context) => {
    const facts = new FactsKeeper(context);
    if (context.workspace.kind !== 'case') beginFacts(context);
    facts.start();
    const rules = new RuleKeeper(context);
    rules.look();
    const write = writing(context);
    const look = looking(context, () => {
      rules.look();
      void write();
    });
    return {
      handlers: {
        ...profileWriteRoutes(context, {
          alerts: rules.writer,
          confirmed: () => {
            facts.start();
            look.soon();
          },
        }),
        ...alertWriteRoutes(context, rules.writer),
        ...figureWriteRoutes(context),
      },
      tasks: {
        [factsTask]: async () => {
          const part = await facts.part();
          if (!part.isLeft) look.soon();
          return part;
        },
        [settleTask]: (params) => rules.settle(params),
        [evaluateTask]: () => rules.evaluate(),
        [writeFactsTask]: write,
      },
      close: async () => {
        look.end();
        await write();
      },
    };
  },
  jobs: ({ supervisor: { callWriter }, database, clock }) => ({
    decision_facts: factsJob(callWriter),
    rule_evaluation: rulesJob({ database, clock, callWriter }),
  }),
} satisfies Area;

/** Writes the facts that wait, in a ledger whose facts can be written. */
function writing(context: WriteContext): () => Promise<void> {
  const { workspace, log } = context;
  return async () => {
    if (workspace.kind === 'case') return;
    try {
      await writeFacts(context);
    } catch (error) {
      log(JSON.stringify({ level: 'warn', event: 'facts_not_written', reason: String(error) }));
    }
  };
}

/** Looks every minute whether a day is over or facts wait, and soon after a profile was confirmed. */
function looking({ schedule, isClosing }: WriteContext, then: () => void) {
  const look = () => {
    if (!isClosing()) then();
  };
  const end = repeating(schedule, lookEvery, look);
  let callOff = () => {};
  return {
    soon: () => {
      callOff();
      callOff = schedule(0, look);
    },
    end: () => {
      callOff();
      end();
    },
  };
}

/** A ledger whose profiles were altered is opened all the same, and verified. */
function beginFacts({ database, journal, projection, log }: WriteContext): void {
  try {
    transact(database, journal, () => projection.work.open());
  } catch (error) {
    projection.undone();
    log(JSON.stringify({ level: 'warn', event: 'facts_not_begun', reason: String(error) }));
  }
}
