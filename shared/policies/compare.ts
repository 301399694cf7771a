/** Two versions of a policy: what of the newer one only protects more and holds at once, and what is announced. */
import { dataOperations } from '../contract/datasets.ts';
import { jsonObjectOf } from '../contract/json.ts';
import {
  grantKinds,
  policyLimits,
  type FieldRule,
  type Policy,
  type StatisticsTerms,
} from '../contract/policies.ts';
import { canonicalJson } from '../ledger/canonical-json.ts';
import { addressAbove, addressesAbove, isInsideOne } from './addresses.ts';

/** Tighter: nobody sees more of anything. All that is not plainly so is looser. */
export type Direction = 'tighter' | 'looser';

export interface Change {
  /** The member that changes: `fields.age`, `unlisted`, `statistics.epsilon`, … */
  readonly member: string;
  readonly direction: Direction;
  /** A rule, or the value of a member; null where there is none. */
  readonly from: FieldRule | string | number | null;
  readonly to: FieldRule | string | number | null;
}

export interface Comparison {
  readonly changes: readonly Change[];
  /** The version that holds at once; undefined where nothing of the newer one is tighter. */
  readonly atOnce: Policy | undefined;
  /** The newer policy, where something in it is looser: it holds when the notice is over. */
  readonly announced: Policy | undefined;
}

/** Splits what the newer policy changes; version 1 has nothing to be compared with. */
export function comparePolicies(before: Policy, after: Policy): Comparison {
  const rules = compareRules(before, after);
  const members = compareMembers(before, after);
  const changes = [...rules.changes, ...members.changes];
  const isLooser = changes.some(({ direction }) => direction === 'looser');
  const isTighter = changes.some(({ direction }) => direction === 'tighter');
  const tighter = { ...before, ...members.tighter, ...rules.tighter };
  return {
    changes,
    atOnce: isTighter ? (isLooser ? tighter : after) : undefined,
    announced: isLooser ? after : undefined,
  };
}

/** Addresses that rules name, and what holds of all that none names. */
class Rules {
  readonly byAddress: ReadonlyMap<string, FieldRule>;
  readonly unlisted: FieldRule;
  /** Addresses that rules lie inside of. */
  readonly #opened: ReadonlySet<string>;

  constructor({ fields, unlisted }: Policy) {
    this.byAddress = new Map(Object.entries(fields));
    this.unlisted = { method: unlisted };
    this.#opened = new Set([...this.byAddress.keys()].flatMap((each) => [...addressesAbove(each)]));
  }

  /** The rule that covers an address, or what holds of the rest. */
  at(address: string): FieldRule {
    const own = this.byAddress.get(address);
    if (own !== undefined) return own;
    const above = addressAbove(address, this.byAddress);
    return (above === undefined ? undefined : this.byAddress.get(above)) ?? this.unlisted;
  }

  /** Tells whether there are rules inside of an address. */
  isOpened(address: string): boolean {
    return this.#opened.has(address);
  }
}

interface RuleComparison {
  readonly changes: readonly Change[];
  readonly tighter: Pick<Policy, 'fields' | 'unlisted'>;
}

/**
 * Compares each address that either policy names, and under one that a policy names and the other names only
 * parts of, the rest of it.
 */
function compareRules(before: Policy, after: Policy): RuleComparison {
  const old = new Rules(before);
  const next = new Rules(after);
  const changes: Change[] = [];
  const directionOf = (member: string, from: FieldRule, to: FieldRule): Direction | undefined => {
    const direction = compareTreatments(from, to);
    if (direction !== undefined) changes.push({ member, direction, from, to });
    return direction;
  };
  const tighterOf = (member: string, from: FieldRule, to: FieldRule): FieldRule =>
    directionOf(member, from, to) === 'tighter' ? to : from;
  const unlisted = isTighterUnlisted(before, after) ? after.unlisted : before.unlisted;
  const fields = new Map<string, FieldRule>();
  const mixed = new Set<string>();
  for (const address of new Set([...old.byAddress.keys(), ...next.byAddress.keys()])) {
    const isOpened = old.isOpened(address) || next.isOpened(address);
    const rule = tighterOf(`fields.${address}`, old.at(address), next.at(address));
    if (!isOpened) fields.set(address, rule);
    // Rules do not lie in one another: what stays of the rest must be what holds of all that is unlisted.
    else if (rule.method !== unlisted) mixed.add(address);
  }
  if (before.unlisted !== after.unlisted) {
    directionOf('unlisted', old.unlisted, next.unlisted);
  }
  for (const address of mixed) if (!isInsideOne(address, mixed)) withhold(address, fields);
  return { changes, tighter: { fields: Object.fromEntries(fields), unlisted } };
}

function isTighterUnlisted(before: Policy, after: Policy): boolean {
  return before.unlisted === 'clear' && after.unlisted === 'withheld';
}

/** Where it would take rules inside of a rule, nothing is seen of the whole until the newer version holds. */
function withhold(address: string, fields: Map<string, FieldRule>): void {
  for (const inside of fields.keys()) {
    if (inside.startsWith(`${address}.`)) fields.delete(inside);
  }
  fields.set(address, { method: 'withheld' });
}

/** Direction of a change of rule; undefined for none. */
export function compareTreatments(from: FieldRule, to: FieldRule): Direction | undefined {
  if (textOf(from) === textOf(to)) return undefined;
  return from.method === 'clear' || to.method === 'withheld' ? 'tighter' : 'looser';
}

function textOf(rule: FieldRule): string {
  return canonicalJson(jsonObjectOf(rule));
}

interface MemberComparison {
  readonly changes: readonly Change[];
  readonly tighter: Omit<Policy, 'fields' | 'unlisted'>;
}

const usualDays = policyLimits.openDays;

/** More of these is tighter; of all other numbers less is. */
const upwards = new Set(['min_entities', 'round_counts', 'notice_hours']);

function compareMembers(before: Policy, after: Policy): MemberComparison {
  const changes: Change[] = [];
  const choose = <Value extends string | number | null>(
    member: string,
    from: Value,
    to: Value,
    isTighter: boolean,
  ): Value => {
    if (from === to) return from;
    changes.push({ member, direction: isTighter ? 'tighter' : 'looser', from, to });
    return isTighter ? to : from;
  };
  const number = (member: string, from: number, to: number): number =>
    choose(member, from, to, upwards.has(member.slice(member.lastIndexOf('.') + 1)) === to > from);
  const list = <Name extends string>(
    member: string,
    all: readonly Name[],
    from: readonly Name[],
    to: readonly Name[],
  ): Name[] =>
    all.filter((name) => {
      const was = from.includes(name) ? 'allowed' : null;
      const is = to.includes(name) ? 'allowed' : null;
      return choose(`${member}.${name}`, was, is, is === null) !== null;
    });
  const tighter: Omit<Policy, 'fields' | 'unlisted'> = {
    access: choose('access', before.access, after.access, after.access === 'on_request'),
    record_ids: choose(
      'record_ids',
      before.record_ids,
      after.record_ids,
      after.record_ids === 'per_grant',
    ),
    entity: choose('entity', before.entity, after.entity, false),
    notice_hours: number('notice_hours', before.notice_hours, after.notice_hours),
    kinds: list('kinds', grantKinds, before.kinds, after.kinds),
    statistics: compareTerms(before.statistics, after.statistics, number),
  };
  const days = number('open_days', before.open_days ?? usualDays, after.open_days ?? usualDays);
  if (days !== usualDays) tighter.open_days = days;
  const allowed = list(
    'operations',
    dataOperations,
    before.operations ?? dataOperations,
    after.operations ?? dataOperations,
  );
  if (allowed.length < dataOperations.length) tighter.operations = allowed;
  return { changes, tighter };
}

function compareTerms(
  before: StatisticsTerms,
  after: StatisticsTerms,
  number: (member: string, from: number, to: number) => number,
): StatisticsTerms {
  const of = (name: keyof StatisticsTerms) =>
    number(`statistics.${name}`, before[name], after[name]);
  return {
    min_entities: of('min_entities'),
    rows_per_entity: of('rows_per_entity'),
    round_counts: of('round_counts'),
    epsilon_per_answer: of('epsilon_per_answer'),
    epsilon: of('epsilon'),
    epsilon_total: of('epsilon_total'),
  };
}
