/** Puts a proposed card together from what another format states; nothing is invented. */
import {
  createModelSchema,
  type CreateModel,
  type ProposedCard,
} from '../../../shared/contract/models.ts';
import { faultIn } from '../../../shared/contract/intake.ts';

type Member = keyof CreateModel;

const members = createModelSchema.keyof().options;

/** Collects members that are valid by the rules of a registration, and says what was not. */
export class Proposal {
  readonly #card: Record<string, unknown> = {};
  readonly #notes: string[] = [];

  /** Takes a member where it is valid; otherwise a note says where it stood and why not. */
  offer(member: Member, value: unknown, source: string): void {
    if (value === undefined || value === null || value === '') return;
    if (Object.hasOwn(this.#card, member)) return;
    const parsed = createModelSchema.shape[member].safeParse(value);
    if (parsed.success) {
      this.#card[member] = parsed.data;
      return;
    }
    const reasons = parsed.error.issues.map((issue) => {
      const { message } = faultIn(issue);
      return issue.path.length === 0 ? message : `${issue.path.join('.')} ${message}`;
    });
    this.note(`${source} cannot be the ${member}: it ${reasons.join('; ')}.`);
  }

  has(member: Member): boolean {
    return Object.hasOwn(this.#card, member);
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  result(): ProposedCard {
    const card: ProposedCard['card'] = {};
    for (const member of members) {
      if (this.has(member)) Object.assign(card, { [member]: this.#card[member] });
    }
    return {
      card,
      missing: members.filter((member) => !this.has(member)),
      notes: [...this.#notes],
    };
  }
}

/** Metrics from named values: numbers, and texts that are exactly a number. */
export function metricsFrom(
  values: readonly (readonly [name: string, value: unknown])[],
  proposal: Proposal,
): Record<string, number> | undefined {
  const metrics = new Map<string, number>();
  for (const [name, value] of values) {
    const number = numberOf(value);
    if (number === undefined) {
      proposal.note(`The metric ${name} is not a number, so it was left out.`);
    } else if (metrics.has(name) && metrics.get(name) !== number) {
      proposal.note(`The metric ${name} is stated more than once; the first value was taken.`);
    } else {
      metrics.set(name, number);
    }
  }
  return metrics.size === 0 ? undefined : Object.fromEntries(metrics);
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(value)) {
    return undefined;
  }
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** The members of an object, without a prototype's; empty for anything else. */
export function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : new Map();
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
