/** Answers that a grant of statistics may still have. */
import type { GrantRow } from '../../../shared/contract/grants.ts';

/** ε is counted in millionths, so that nothing is lost on the way. */
const million = 1_000_000;
const micro = (epsilon: number) => Math.round(epsilon * million);

export function answersLeft({
  granted,
  spent,
  per_answer: each,
}: NonNullable<GrantRow['epsilon']>): number {
  return Math.max(0, Math.floor((micro(granted) - micro(spent)) / micro(each)));
}
