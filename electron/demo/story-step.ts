/** One request of the demo's story, as it is sent to the API's own handlers. */
import type { JsonObject } from '../../shared/contract/json.ts';
import type { DemoPerson } from './demo-people.ts';

/** `at`: minutes before the demo was made. `as` names the answer's id for later paths and bodies. */
export interface StoryStep {
  readonly at: number;
  readonly operation: string;
  /** Path parameters and body texts may hold `{name}` of an earlier step. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: object;
  readonly rows?: readonly JsonObject[];
  readonly as?: string;
  /** Left out where nothing has this name: a small ledger has not everything. */
  readonly about?: string;
  /** Who signs it. */
  readonly signed?: { readonly by: DemoPerson; readonly approver?: DemoPerson | undefined };
}

const minute = 60_000;

/** Work of the writer between two requests, by the name of its task; it may name things for later paths. */
export interface StoryTask {
  readonly at: number;
  readonly task: string;
}

/** When a step is sent; milliseconds. */
export function sentAt({ at }: Pick<StoryStep, 'at'>, now: number): number {
  return Math.round(now - at * minute);
}
