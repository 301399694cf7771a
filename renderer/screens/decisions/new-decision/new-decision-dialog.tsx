/** Placeholder of the new decision dialog until its own file lands. */
import type { DecisionRecord } from '../../../../shared/contract/records.ts';
export function NewDecisionDialog(_props: {
  opened: boolean;
  onClose: () => void;
  onCreated: (record: DecisionRecord) => void;
}) {
  return null;
}
