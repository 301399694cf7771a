/** Which transformations of a session came before an evidence and had rows of it. */
import { useQueries } from '@tanstack/react-query';
import type { Evidence, EvidenceSummary } from '../../../shared/contract/evidence.ts';
import { evidenceQuery } from '../../api/sessions.ts';

/** How many of the latest are looked into. */
const lookedInto = 8;

export interface EarlierTransformation {
  readonly evidence: Evidence;
  /** Rows that both have. */
  readonly shared: number;
}

/** Rows that are among the inputs of both. */
export function sharedRows(one: Pick<Evidence, 'inputs'>, other: Pick<Evidence, 'inputs'>): number {
  const ids = new Set(one.inputs.leaves.map((leaf) => leaf.record_id));
  return other.inputs.leaves.filter((leaf) => ids.has(leaf.record_id)).length;
}

/** The transformations among `summaries` made before `sequence`, the latest first. */
export function transformationsBefore(
  sequence: number,
  summaries: readonly EvidenceSummary[],
): EvidenceSummary[] {
  return summaries
    .filter((each) => each.kind === 'transformation' && each.sequence < sequence)
    .toSorted((one, other) => other.sequence - one.sequence)
    .slice(0, lookedInto);
}

/** For an operation: the transformations before it with rows of its own, the oldest first. */
export function useEarlierTransformations(
  evidence: Evidence,
  summaries: readonly EvidenceSummary[],
): EarlierTransformation[] {
  const before =
    evidence.kind === 'operation' ? transformationsBefore(evidence.sequence, summaries) : [];
  const answers = useQueries({ queries: before.map((each) => evidenceQuery(each.evidence_id)) });
  return answers
    .flatMap(({ data }) =>
      data === undefined ? [] : [{ evidence: data, shared: sharedRows(evidence, data) }],
    )
    .filter((each) => each.shared > 0)
    .toReversed();
}
