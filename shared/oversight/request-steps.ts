/** Requests of persons: what may be done with one, by how it stands. Service and console ask the same rules. */
import { daysBetween } from '../billing/calendar.ts';
import type { FaultCode } from '../contract/faults.ts';
import { extendedDay, type DeadlineRule } from './deadlines.ts';

export const personAsks = ['explanation', 'access', 'objection', 'erasure'] as const;
export type PersonAsk = (typeof personAsks)[number];

/** Every fact of a request says what happened. */
export const requestEvents = [
  'received',
  'found',
  'extended',
  'answered',
  'disclosed',
  'objected',
  'erased',
  'refused',
  'closed',
] as const;
export type RequestEvent = (typeof requestEvents)[number];

export const requestSteps = [
  'records',
  'extension',
  'letter',
  'objection',
  'access',
  'erasure',
  'closing',
] as const;
export type RequestStep = (typeof requestSteps)[number];

/** How a request stands, as far as its steps ask. */
export interface RequestState {
  readonly asks: readonly PersonAsk[];
  readonly rule: DeadlineRule;
  readonly receivedOn: string;
  readonly due: string;
  readonly isClosed: boolean;
  /** Decisions that were chosen. */
  readonly records: number;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

export type StepFault = Extract<
  FaultCode,
  | 'request_closed'
  | 'not_asked_for'
  | 'not_extended'
  | 'extended_already'
  | 'extended_late'
  | 'no_records_chosen'
>;

/** What has to have been asked for, any of it. */
const askedFor: Readonly<Partial<Record<RequestStep, readonly PersonAsk[]>>> = {
  letter: ['explanation', 'objection'],
  objection: ['objection'],
  access: ['access'],
  erasure: ['erasure'],
};

/** Why a step may not be taken; undefined where it may. */
export function stepFault(step: RequestStep, state: RequestState): StepFault | undefined {
  if (state.isClosed) return 'request_closed';
  if (step === 'extension') return extensionFault(state);
  const asked = askedFor[step];
  if (asked === undefined) return undefined;
  if (!asked.some((each) => state.asks.includes(each))) return 'not_asked_for';
  return state.records === 0 ? 'no_records_chosen' : undefined;
}

/** A person is told of an extension before the first term is over. */
function extensionFault({ rule, receivedOn, due, today }: RequestState): StepFault | undefined {
  const extended = extendedDay(receivedOn, rule);
  if (extended === undefined) return 'not_extended';
  if (due === extended) return 'extended_already';
  return today > due ? 'extended_late' : undefined;
}

/** Days within which a request is due soon. */
const soonDays = 7;

export const urgencies = ['late', 'soon', 'later', 'closed'] as const;
export type Urgency = (typeof urgencies)[number];

/** Values that lists are narrowed to: one urgency, or whatever is open. */
export const requestStandings = [...urgencies, 'open'] as const;
export type RequestStanding = (typeof requestStandings)[number];

/** Tells whether a request of some urgency is found under what a list is narrowed to. */
export function standsAs(urgency: Urgency, standing: RequestStanding): boolean {
  return standing === 'open' ? urgency !== 'closed' : urgency === standing;
}

/** How near the last day for an answer is; of what is closed it counts no more. */
export function urgencyOf(state: Pick<RequestState, 'due' | 'isClosed' | 'today'>): Urgency {
  if (state.isClosed) return 'closed';
  const left = daysBetween(state.today, state.due);
  if (left < 0) return 'late';
  return left <= soonDays ? 'soon' : 'later';
}
