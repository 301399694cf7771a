/** How classes of outcomes are drawn. */
import type { ClassCounts, CountedClass } from '../../../shared/contract/oversight.ts';
import type { Part, Tone } from '../../ui/charts/stacked-columns.tsx';

export const toneOf: Readonly<Record<CountedClass, Tone>> = {
  favourable: 'favourable',
  adverse: 'adverse',
  undecided: 'undecided',
  unknown: 'unknown',
  absent: 'unknown',
};

/** The parts of a bar: what nobody gave a class, and what has no outcome, are drawn as one. */
export function partsOf(classes: ClassCounts): readonly Part[] {
  return [
    { tone: 'favourable', value: classes.favourable.count },
    { tone: 'adverse', value: classes.adverse.count },
    { tone: 'undecided', value: classes.undecided.count },
    { tone: 'unknown', value: classes.unknown.count + classes.absent.count },
  ];
}
