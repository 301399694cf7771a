/** Evaluates rules of a decision profile over columns of decisions (docs/oversight.md, "Rules"). */
import type { RuleFinding } from '../../shared/contract/alerts.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import type { FairnessRow } from '../../shared/contract/oversight.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import type { RuleOf, WatchRule } from '../../shared/contract/rules.ts';
import {
  breaksChanged,
  breaksDrift,
  breaksImpact,
  breaksRate,
  breaksSilence,
  windowAt,
  type WindowTimes,
} from '../../shared/oversight/rules.ts';
import { parseFilter } from '../filters/parse-filter.ts';
import { flagCounts } from './aggregate.ts';
import { Counts, timesFrom } from './counted.ts';
import type { DecisionColumns } from './decision-columns.ts';
import { driftBetween } from './drift.ts';
import { comparedTable, worstRow } from './fairness.ts';
import {
  adverse,
  classesOf,
  classIs,
  countClasses,
  favourable,
  undecided,
} from './outcome-counts.ts';
import { isoOf, spanOfTimes, timesOf } from './periods.ts';
import { maskedRows, rowMask } from './row-mask.ts';

/** Decisions of one model, and the midnight that closes the days that are looked at. */
export interface RuleSource {
  readonly columns: DecisionColumns;
  readonly document: Pick<ProfileDocument, 'groups' | 'small_group'>;
  readonly midnight: number;
}

/** How a rule stands. */
export interface RuleStanding {
  readonly broken: boolean;
  readonly window: { readonly from: string | null; readonly to: string };
  readonly finding: RuleFinding;
}

/** The decisions of one window. */
interface Looked extends RuleSource {
  readonly times: WindowTimes;
  readonly where: JsonObject;
  readonly rows: Uint32Array;
  readonly counts: Counts;
}

export function evaluateRule(rule: WatchRule, source: RuleSource): RuleStanding {
  const times = timesOfRule(rule, source.midnight);
  const where = { decided_at: timesFrom(textOf(times.from), isoOf(times.to)) };
  const rows = rowsOf(source.columns, where);
  const looked = { ...source, times, where, rows, counts: new Counts(where) };
  return {
    ...judged(rule, looked),
    window: { from: textOf(times.from) ?? null, to: isoOf(times.to) },
  };
}

/** The decisions that a filter selects. */
export function rowsOf(columns: DecisionColumns, where: JsonObject): Uint32Array {
  return maskedRows(rowMask(parseFilter(where), columns));
}

/** Silence is looked for in as many hours as it may last. */
function timesOfRule(rule: WatchRule, midnight: number): WindowTimes {
  return rule.kind === 'silence'
    ? { from: midnight - rule.hours * 3_600_000, to: midnight }
    : windowAt(rule.window, midnight);
}

function textOf(time: number | undefined): string | undefined {
  return time === undefined ? undefined : isoOf(time);
}

type Judged = Omit<RuleStanding, 'window'>;

function judged(rule: WatchRule, looked: Looked): Judged {
  switch (rule.kind) {
    case 'impact_ratio':
      return impactRatio(rule, looked);
    case 'drift':
      return drift(rule, looked);
    case 'changed_rate':
      return changedRate(rule, looked);
    case 'outcome_rate':
      return outcomeRate(rule, looked);
    case 'silence':
      return silence(rule, looked);
    default:
      return rule satisfies never;
  }
}

function impactRatio(rule: RuleOf<'impact_ratio'>, looked: Looked): Judged {
  const { columns, document, rows, counts } = looked;
  const [numerator = 1, denominator = 1] = rule.below;
  const table = comparedTable(
    rule.groups.flatMap((name) => document.groups.find((group) => group.name === name) ?? []),
    {
      columns,
      rows,
      counts,
      classes: classesOf(columns, 'model'),
      smallGroup: document.small_group,
      below: [numerator, denominator],
    },
  );
  const worst = worstRow(table.rows);
  const reference = table.rows.find((row) => row.is_reference);
  return {
    broken: breaksImpact(rule, worst?.verdict ?? null),
    finding: {
      kind: 'impact_ratio',
      group:
        worst === undefined
          ? null
          : { ...groupOf(worst), adjusted_p: worst.adjusted_p, verdict: worst.verdict },
      reference: reference === undefined ? null : groupOf(reference),
      records: worst?.n ?? counts.of(rows.length),
    },
  };
}

function groupOf({ values, n, favourable: found }: FairnessRow) {
  return { values, n: n.count, favourable: found.count };
}

function drift(rule: RuleOf<'drift'>, { columns, rows, where }: Looked): Judged {
  const { baseline } = rule;
  const told = driftBetween(
    {
      columns,
      rows,
      where,
      select: (other) => rowsOf(columns, other),
      baseline: typeof baseline === 'string' ? baseline : `${baseline.from}..${baseline.to}`,
    },
    [rule.field],
  );
  const { psi = null, mark = null } = told.fields[0] ?? {};
  return {
    broken: breaksDrift(rule, { psi, mark }),
    finding: {
      kind: 'drift',
      psi,
      mark,
      baseline: told.baseline.records,
      records: told.current.records,
    },
  };
}

function changedRate(rule: RuleOf<'changed_rate'>, { columns, rows, counts }: Looked): Judged {
  const { changed, reviewed } = flagCounts(columns, rows);
  return {
    broken: breaksChanged(rule, { changed, reviewed }),
    finding: {
      kind: 'changed_rate',
      changed,
      reviewed,
      records: counts.of(changed, { changed: true }),
    },
  };
}

function outcomeRate(rule: RuleOf<'outcome_rate'>, { columns, rows, counts }: Looked): Judged {
  const classes = classesOf(columns, 'model');
  const numbers = countClasses(rows, classes);
  const decided = (numbers[favourable] ?? 0) + (numbers[adverse] ?? 0);
  const places = { favourable, adverse, undecided };
  const count = numbers[places[rule.class]] ?? 0;
  const n = rule.class === 'undecided' ? decided + count : decided;
  return {
    broken: breaksRate(rule, { count, n }),
    finding: {
      kind: 'outcome_rate',
      class: rule.class,
      count,
      n,
      records: counts.of(count, classIs(classes.field, rule.class)),
    },
  };
}

function silence(rule: RuleOf<'silence'>, { columns, rows, counts, midnight }: Looked): Judged {
  const before = rowsOf(columns, { decided_at: timesFrom(undefined, isoOf(midnight)) });
  const { last } = spanOfTimes(timesOf(columns), before);
  return {
    broken: breaksSilence(rule, { last, midnight }),
    finding: {
      kind: 'silence',
      last_at: last === undefined ? null : isoOf(last),
      records: counts.of(rows.length),
    },
  };
}
