/** Payouts that were due and were not made, as far as the journal alone can tell that the clock looked for them. */
import { dayOf, spanOf, spans, type Span } from '../../../shared/billing/calendar.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { clockActor } from '../../access/acting.ts';
import type { RowFinding } from '../row-finding.ts';
import { wholeNumberOf, type PlacedFact } from './stored-facts.ts';

/** What the facts so far say of a holder. */
interface HolderState {
  frequency: Span;
  threshold: bigint;
  /** In no payout; cents. */
  balance: bigint;
  /** The payout on its way, with what it pays. */
  pending: { readonly id: string; readonly amount: bigint } | undefined;
  /** The last run day at which a run may have been made or carried. */
  ranAtMost: string;
}

/** Members that tell when a fact was written. */
const instants = [
  'accrued_at',
  'updated_at',
  'created_at',
  'paid_at',
  'completed_at',
  'failed_at',
  'issued_at',
] as const;
/** Tables whose facts decide what is due. */
export const dueTables = [
  'accruals',
  'invoices',
  'credit_notes',
  'payouts',
  'payout_preferences',
] as const;

/** A share of a document, as far as it decides what is due. */
export interface DueShare {
  readonly holderId: string;
  readonly net: bigint;
}

/**
 * Follows balances, thresholds and run days through the facts. That the clock looked is known where it made a payout
 * or settled one: it then runs whatever is due to anybody, in the same transaction. A run that carries leaves no fact:
 * wherever one may have been, the day counts as run.
 */
export class DuePayouts {
  readonly #report: (finding: RowFinding) => void;
  readonly #holders = new Map<string, HolderState>();
  /** Holders of payouts. */
  readonly #holderOf = new Map<string, string>();
  /** The greatest instant so far: facts are written in this order. */
  #now = '';
  /** A look of the clock whose facts are being read. */
  #look: { readonly at: string; readonly seq: number } | undefined;

  readonly #sharesOf: (document: string) => readonly DueShare[];

  constructor(
    report: (finding: RowFinding) => void,
    sharesOf: (document: string) => readonly DueShare[],
  ) {
    this.#report = report;
    this.#sharesOf = sharesOf;
  }

  /** Takes the next fact of `dueTables`, in the order of the journal. */
  add(fact: PlacedFact): void {
    const { table, id, set, seq } = fact;
    if (set === null) return;
    const at = instantOf(set);
    const isOfClock = table === 'payouts' && fact.by.id === clockActor.id;
    if (!isOfClock || at !== this.#look?.at) this.finish();
    if (at !== undefined && at > this.#now) this.#now = at;
    if (table === 'accruals') this.#earn(set['holder_id'], wholeNumberOf(set['net']));
    else if (typeof id !== 'string') return;
    else if (table === 'invoices' && set['status'] === 'PAID') this.#give(id);
    else if (table === 'credit_notes' && set['invoice'] !== undefined) this.#give(id);
    else if (table === 'payout_preferences') this.#prefer(id, set);
    else if (table === 'payouts') this.#payout(id, set);
    if (isOfClock && at !== undefined) this.#look = { at, seq: this.#look?.seq ?? seq };
  }

  /** Tells what the last look of the clock left unpaid. */
  finish(): void {
    const look = this.#look;
    this.#look = undefined;
    if (look === undefined) return;
    for (const [holderId, state] of this.#holders) {
      if (!isPayable(state)) continue;
      const dueDay = spanOf(state.frequency, dayOf(look.at)).start;
      if (dueDay <= state.ranAtMost) continue;
      // Told once for a day.
      state.ranAtMost = dueDay;
      this.#report({
        kind: 'deleted',
        table: 'payout_preferences',
        row: holderId,
        column: 'amount',
        seq: look.seq,
        expected: String(state.balance),
        actual: null,
      });
    }
  }

  /** What the shares of a document come to; of a credit note they are negative. */
  #give(document: string): void {
    for (const { holderId, net } of this.#sharesOf(document)) this.#earn(holderId, net);
  }

  #earn(holderId: unknown, net: bigint): void {
    const holder = this.#passTime(holderId);
    if (holder !== undefined) holder.balance += net;
  }

  #prefer(holderId: string, set: JsonObject): void {
    const known = this.#passTime(holderId);
    const frequency = spans.find((each) => each === set['frequency']) ?? known?.frequency;
    if (frequency === undefined) return;
    const state = known ?? {
      frequency,
      threshold: 0n,
      balance: 0n,
      pending: undefined,
      // Whoever is new is first paid in the span after this.
      ranAtMost: dayOf(this.#now),
    };
    state.frequency = frequency;
    if (set['threshold'] !== undefined) state.threshold = wholeNumberOf(set['threshold']);
    this.#holders.set(holderId, state);
  }

  #payout(id: string, set: JsonObject): void {
    const holderId = set['holder_id'] ?? this.#holderOf.get(id);
    const state = this.#passTime(holderId);
    if (state === undefined || typeof holderId !== 'string') return;
    if (set['holder_id'] !== undefined) {
      this.#holderOf.set(id, holderId);
      state.pending = { id, amount: state.balance };
      state.balance = 0n;
      // Whoever asked for it, nothing more is due in this span.
      this.#mayHaveRun(state);
    } else if (state.pending?.id === id && set['status'] !== undefined) {
      if (set['status'] === 'FAILED') state.balance += state.pending.amount;
      state.pending = undefined;
    }
  }

  /** The state of a holder who is known, once it is told what may have happened to it until now. */
  #passTime(holderId: unknown): HolderState | undefined {
    const state = typeof holderId === 'string' ? this.#holders.get(holderId) : undefined;
    if (state !== undefined && state.pending === undefined && !isPayable(state)) {
      this.#mayHaveRun(state);
    }
    return state;
  }

  #mayHaveRun(state: HolderState): void {
    const day = spanOf(state.frequency, dayOf(this.#now)).start;
    if (day > state.ranAtMost) state.ranAtMost = day;
  }
}

/** Whether a run that is due pays: with one on its way it waits, below the threshold it carries. */
function isPayable({ pending, balance, threshold }: HolderState): boolean {
  return pending === undefined && balance > 0n && balance >= threshold;
}

function instantOf(set: JsonObject): string | undefined {
  for (const member of instants) {
    const value = set[member];
    if (typeof value === 'string') return value;
  }
  return undefined;
}
