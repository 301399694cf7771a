/** Rules of a profile as they are typed, and the bodies that they stand for. */
import type { JsonValue } from '../../../../shared/contract/json.ts';
import type {
  RuleKind,
  RuleWindow,
  WatchedClass,
  WatchRule,
} from '../../../../shared/contract/rules.ts';
import { numberIn, numberOut } from '../../../ui/number-in.ts';

/** A rule as it is typed: fields that its kind does not have are kept while another is tried. */
export interface RuleText {
  readonly id: string;
  readonly kind: RuleKind;
  readonly window: RuleWindow;
  readonly groups: readonly string[];
  readonly below: string;
  readonly above: string;
  readonly chance: boolean;
  readonly field: string;
  readonly baseline: {
    readonly of: 'previous' | 'days';
    readonly from: string;
    readonly to: string;
  };
  readonly least: string;
  readonly class: WatchedClass;
  readonly hours: string;
}

/** What a new rule of a kind begins with. */
const usual: Readonly<Record<RuleKind, Pick<RuleText, 'below' | 'above'>>> = {
  impact_ratio: { below: '4/5', above: '' },
  drift: { below: '', above: numberOut(0.25) },
  changed_rate: { below: '', above: numberOut(0.2) },
  outcome_rate: { below: '', above: '' },
  silence: { below: '', above: '' },
};

const blank: Omit<RuleText, 'id' | 'kind' | 'below' | 'above'> = {
  window: '30d',
  groups: [],
  chance: false,
  field: '',
  baseline: { of: 'previous', from: '', to: '' },
  least: '20',
  class: 'adverse',
  hours: '48',
};

/** A rule that nobody has filled in; its id is one that no rule of the profile has, or had. */
export function newRule(kind: RuleKind, taken: ReadonlySet<string>): RuleText {
  let number = 1;
  while (taken.has(`rule-${number}`)) number += 1;
  return { ...blank, ...usual[kind], id: `rule-${number}`, kind };
}

/** The same rule of another kind, with what is usual there. */
export function withKind(rule: RuleText, kind: RuleKind): RuleText {
  return { ...rule, ...usual[kind], kind };
}

/** A rule as the form shows it. */
export function ruleTextOf(rule: WatchRule): RuleText {
  const text = { ...blank, ...usual[rule.kind], id: rule.id, kind: rule.kind };
  switch (rule.kind) {
    case 'impact_ratio': {
      const { window, groups, below, chance } = rule;
      return { ...text, window, groups, below: below.join('/'), chance };
    }
    case 'drift': {
      const { window, field, above, baseline } = rule;
      return {
        ...text,
        window,
        field,
        above: numberOut(above),
        baseline: typeof baseline === 'string' ? blank.baseline : { of: 'days', ...baseline },
      };
    }
    case 'changed_rate':
      return {
        ...text,
        window: rule.window,
        above: numberOut(rule.above),
        least: numberOut(rule.least),
      };
    case 'outcome_rate':
      return {
        ...text,
        window: rule.window,
        class: rule.class,
        below: rule.below === undefined ? '' : numberOut(rule.below),
        above: rule.above === undefined ? '' : numberOut(rule.above),
      };
    case 'silence':
      return { ...text, hours: numberOut(rule.hours) };
    default:
      return rule satisfies never;
  }
}

/** The two numbers of a typed fraction; undefined where it is none. */
export function fractionIn(text: string): readonly [number, number] | undefined {
  const [, numerator, denominator] = /^\s*(\d{1,7})\s*\/\s*(\d{1,7})\s*$/.exec(text) ?? [];
  if (numerator === undefined || denominator === undefined) return undefined;
  const fraction = [Number(numerator), Number(denominator)] as const;
  return fraction[0] > 0 && fraction[0] <= fraction[1] ? fraction : undefined;
}

function numberOrText(text: string): number | string {
  const number = numberIn(text);
  return Number.isNaN(number) ? text : number;
}

/** The rule as it is sent; it is not valid before every field is. */
export function ruleOf(rule: RuleText): Record<string, JsonValue> {
  const { id, kind, window } = rule;
  switch (kind) {
    case 'impact_ratio': {
      const fraction = fractionIn(rule.below);
      return {
        id,
        kind,
        window,
        groups: [...rule.groups],
        below: fraction === undefined ? rule.below : [...fraction],
        chance: rule.chance,
      };
    }
    case 'drift': {
      const { of, from, to } = rule.baseline;
      return {
        id,
        kind,
        window,
        field: rule.field,
        above: numberOrText(rule.above),
        baseline: of === 'previous' ? of : { from, to },
      };
    }
    case 'changed_rate':
      return {
        id,
        kind,
        window,
        above: numberOrText(rule.above),
        least: numberOrText(rule.least),
      };
    case 'outcome_rate':
      return {
        id,
        kind,
        window,
        class: rule.class,
        ...(rule.below.trim() === '' ? {} : { below: numberOrText(rule.below) }),
        ...(rule.above.trim() === '' ? {} : { above: numberOrText(rule.above) }),
      };
    case 'silence':
      return { id, kind, hours: numberOrText(rule.hours) };
    default:
      return kind satisfies never;
  }
}
