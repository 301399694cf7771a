/**
 * Evaluates the rules of decision profiles after each UTC midnight, and at start for what was missed: computed on the
 * jobs thread, appended by the writer (docs/oversight.md, "Alerts").
 */
import { z } from 'zod';
import { ruleFindingSchema } from '../../shared/contract/alerts.ts';
import { midnightOf } from '../../shared/oversight/rules.ts';
import type { Clock } from '../../shared/time.ts';
import type { Supervisor, WriteContext } from '../area.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { JobStopped, type JobKindRunner } from '../jobs/job-runner.ts';
import { appendableJournal, transact } from '../ledger/open-commits.ts';
import { AlertWriter, type Evaluated } from './alert-writer.ts';
import { ColumnsStore, columnsOf } from './columns-store.ts';
import { isoOf } from './periods.ts';
import { DueRules, type DueModel } from './due-rules.ts';
import { evaluateRule } from './rule-evaluator.ts';

/** Has the writer append what an evaluation found. */
export const settleTask = 'settle-rules';
/** Evaluates what is due at once, on the writer: while a demo is made nobody waits for it. */
export const evaluateTask = 'evaluate-rules';

const settledSchema = z.object({ opened: z.int(), closed: z.int() });
type Settled = z.infer<typeof settledSchema>;

const evaluatedSchema = z.object({
  modelId: z.string(),
  profileId: z.string(),
  profile: z.int(),
  midnight: z.int(),
  rules: z.array(
    z.object({
      ruleId: z.string(),
      broken: z.boolean(),
      window: z.object({ from: z.string().nullable(), to: z.string() }),
      finding: ruleFindingSchema,
    }),
  ),
});
type EvaluatedModel = Evaluated & Pick<DueModel, 'profile' | 'midnight'>;

export function rulesJob({
  database,
  clock,
  callWriter,
}: {
  readonly database: ReaderDatabase;
  readonly clock: Clock;
  readonly callWriter: Supervisor['callWriter'];
}): JobKindRunner {
  return {
    run: async ({ report, shouldStop }) => {
      const result = { opened: 0, closed: 0 };
      const dueRules = new DueRules(database);
      const store = columnsOf(database);
      const seen = new Set<string>();
      let done = 0;
      for (;;) {
        const midnight = midnightOf(clock());
        const evaluated = database
          .transaction(() => {
            const due = dueRules.at(midnight).find((each) => !seen.has(keyOf(each)));
            return due && evaluateModel(due, store);
          })
          .deferred();
        if (evaluated === undefined) return { result };
        seen.add(keyOf(evaluated));
        const { opened, closed } = settledSchema.parse(await callWriter(settleTask, evaluated));
        result.opened += opened;
        result.closed += closed;
        done += evaluated.rules.length;
        report({ phase: 'checking', done, total: null, unit: 'entries' });
        if (shouldStop()) throw new JobStopped();
      }
    },
    dispose: async () => 0,
    completedResult: () => undefined,
  };
}

/** A model is evaluated once by a profile for a midnight. */
function keyOf({ modelId, profile, midnight }: Pick<DueModel, 'modelId' | 'profile' | 'midnight'>) {
  return `${midnight}/${profile}/${modelId}`;
}

/** The rules of a model as they stand. Call within one read transaction. */
export function evaluateModel(due: DueModel, store: ColumnsStore): EvaluatedModel {
  const { modelId, profileId, profile, midnight, document } = due;
  const columns = store.of(modelId);
  return {
    modelId,
    profileId,
    profile,
    midnight,
    rules: (document.rules ?? []).map((rule) => ({
      ruleId: rule.id,
      ...evaluateRule(rule, { columns, document, midnight }),
    })),
  };
}

type RuleMeans = Pick<
  WriteContext,
  'workspace' | 'database' | 'journal' | 'lock' | 'clock' | 'createId' | 'random' | 'changed'
> &
  Pick<WriteContext, 'starter' | 'jobs' | 'events'>;

/** The writer's share: looks whether anything is due, and appends what was found. */
export class RuleKeeper {
  readonly #means: RuleMeans;
  readonly #due: DueRules;
  readonly writer: AlertWriter;

  constructor(means: RuleMeans) {
    this.#means = means;
    this.#due = new DueRules(means.database);
    this.writer = new AlertWriter(means.database, means);
  }

  /** Starts the job where anything is due and none is on its way. */
  look(): void {
    const { workspace, starter, createId, clock, journal, jobs } = this.#means;
    if (workspace.kind === 'case' || appendableJournal(journal) === undefined) return;
    if (this.#due.at(midnightOf(clock())).length === 0) return;
    if (jobs.unfinished().some((id) => jobs.order(id)?.kind === 'rule_evaluation')) return;
    starter.start(undefined, {
      jobId: createId('job'),
      kind: 'rule_evaluation',
      words: { text: 'evaluate_rules', values: {} },
      unit: 'entries',
      parameters: {},
    });
  }

  /** Appends what an evaluation found, when it is its turn to write. */
  async settle(params: unknown): Promise<Settled> {
    const evaluated = evaluatedSchema.parse(params);
    return this.#means.lock.run(() => this.#settle(evaluated));
  }

  /** Evaluates all that is due, and appends it. Names alerts that are not closed by their rules. */
  async evaluate(): Promise<{ readonly named: Readonly<Record<string, string>> }> {
    const { database, clock } = this.#means;
    const store = new ColumnsStore(database);
    const named: Record<string, string> = {};
    for (const due of this.#due.at(midnightOf(clock()))) {
      this.#settle(evaluateModel(due, store));
      for (const { rule_id: rule, alert_id: id } of this.writer.store.standing(due.modelId)) {
        named[rule] = id;
      }
    }
    return { named };
  }

  /** Nothing of it where another profile came between: that one is evaluated next. */
  #settle(evaluated: EvaluatedModel): Settled {
    const { database, journal, changed } = this.#means;
    const { modelId, profile, midnight } = evaluated;
    const appendable = appendableJournal(journal);
    if (appendable === undefined) return { opened: 0, closed: 0 };
    const settled = transact(database, journal, () => {
      if (this.#due.newest(modelId)?.profile !== profile) return { opened: 0, closed: 0 };
      this.#due.evaluated({ modelId, profile, midnight: isoOf(midnight) });
      return this.writer.settle(appendable, evaluated);
    });
    if (settled.opened + settled.closed > 0) changed(['models', 'records']);
    return settled;
  }
}
