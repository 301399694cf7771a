/** Ten thousand people of a clinic who do not exist, the same ones each time. */
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { ViewedSource } from '../../policies/view.ts';

/** Numbers from 0 to 1 that begin with a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const peopleCount = 10_000;

/** The one whom attacks are about: of the diagnosis that few have, with a salary that stands out. */
export const target = 4_711;

const diagnoses = ['flu', 'asthma', 'diabetes', 'hiv'] as const;

/** A row for each person. */
export const people: readonly ViewedSource[] = makePeople();

function makePeople(): ViewedSource[] {
  const random = randomFrom(20_261_127);
  const whole = (most: number) => Math.floor(random() * most);
  return Array.from({ length: peopleCount }, (_, index): ViewedSource => {
    const seq = index + 1;
    const isTarget = seq === target;
    const share = random();
    const document: JsonObject = {
      record_id: `rec_${seq}`,
      patient_id: `p${seq}`,
      ssn: `${100 + whole(500)}-${10 + whole(80)}-${1_000 + whole(9_000)}`,
      zip: String(10_000 + whole(1_000)),
      age: 18 + whole(73),
      sex: random() < 0.5 ? 'f' : 'm',
      // About one in fifty has it.
      dx: isTarget ? 'hiv' : (diagnoses[share < 0.02 ? 3 : whole(3)] ?? 'flu'),
      third: ['a', 'b', 'c'][index % 3] ?? 'a',
      salary: isTarget ? 64_200 : 20_000 + 100 * whole(1_000),
    };
    return { seq, document };
  });
}
