/** An intervention as it is appended: what is large of it is text before it is anybody's turn to write. */
import type { CreateIntervention } from '../../shared/contract/interventions.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { PreparedIntervention } from '../../shared/ledger/prepared.ts';

/** @throws {StrictJsonError} for an outcome without a canonical form, which no valid body has */
export function prepareIntervention({
  outcome,
  ...body
}: CreateIntervention): PreparedIntervention {
  return { ...body, outcome: outcome === undefined ? undefined : canonicalJson(outcome) };
}
