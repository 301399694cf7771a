/** The decision in effect of a row of the list, folded once per row: rows are drawn again on every scroll. */
import type { DecisionInEffect, Intervention } from '../../../shared/contract/interventions.ts';
import { decisionInEffect, lastWord } from '../../../shared/decision-in-effect.ts';
import type { ListedRecord } from '../../api/records.ts';

export interface RowEffect {
  readonly status: DecisionInEffect['status'];
  readonly output: DecisionInEffect['output'];
  /** Bytes of the output, where it is left out of the row. */
  readonly bytes: number | undefined;
  /** Why it waits, as far as the row tells: what its profile asks for is the engine's to say. */
  readonly waiting: 'escalated' | 'second_actor' | null;
  /** Whether the act that it is in effect by, or waits because of, was signed by nobody. */
  readonly isUnsigned: boolean;
  /** The intervention that it waits because of. */
  readonly asked: Intervention | undefined;
}

const folded = new WeakMap<ListedRecord, RowEffect>();

export function effectOfRow(row: ListedRecord): RowEffect {
  const known = folded.get(row);
  if (known !== undefined) return known;
  const {
    status,
    output,
    waiting,
    intervention_id: by,
  } = decisionInEffect(
    { output: row.output ?? null, confidence: row.confidence },
    row.interventions,
  );
  const changedBy = row.interventions.find(({ id }) => id === by);
  const bytes = changedBy === undefined ? row.omitted?.output : changedBy.omitted?.outcome;
  const asked = waiting === null ? undefined : lastWord(row.interventions);
  const act = asked ?? changedBy;
  const effect: RowEffect = {
    status,
    output,
    bytes,
    waiting: waiting === 'escalated' || waiting === 'second_actor' ? waiting : null,
    isUnsigned: act !== undefined && act.signature === undefined,
    asked,
  };
  folded.set(row, effect);
  return effect;
}
