/** Clinical rows shaped like the specification's examples: as many as are wanted, the same for a seed. */
import type { JsonObject } from '../../shared/contract/json.ts';
import { clamp, createRandomSource, roundTo, type RandomSource } from './random-source.ts';

interface Condition {
  readonly diagnosis: string;
  readonly symptoms: readonly string[];
  readonly treatments: readonly string[];
  /** Mean of the glucose and of the hba1c that go with it. */
  readonly glucose: number;
  readonly hba1c: number;
}

const diabetes: Condition = {
  diagnosis: 'Type 2 Diabetes',
  symptoms: ['fatigue', 'increased thirst', 'blurred vision', 'frequent urination'],
  treatments: ['metformin', 'insulin', 'empagliflozin', 'diet'],
  glucose: 172,
  hba1c: 7.9,
};

const conditions: readonly (readonly [Condition, number])[] = [
  [diabetes, 22],
  [
    {
      diagnosis: 'Hypertension',
      symptoms: ['headache', 'dizziness', 'fatigue', 'shortness of breath'],
      treatments: ['lisinopril', 'amlodipine', 'hydrochlorothiazide'],
      glucose: 104,
      hba1c: 5.6,
    },
    30,
  ],
  [
    {
      diagnosis: 'Asthma',
      symptoms: ['cough', 'wheezing', 'shortness of breath'],
      treatments: ['albuterol', 'budesonide'],
      glucose: 95,
      hba1c: 5.3,
    },
    16,
  ],
  [
    {
      diagnosis: 'Chronic Kidney Disease',
      symptoms: ['fatigue', 'swelling', 'nausea'],
      treatments: ['losartan', 'furosemide', 'diet'],
      glucose: 112,
      hba1c: 5.9,
    },
    12,
  ],
  [
    {
      diagnosis: 'Migraine',
      symptoms: ['headache', 'nausea', 'blurred vision'],
      treatments: ['sumatriptan', 'propranolol'],
      glucose: 94,
      hba1c: 5.3,
    },
    20,
  ],
];

const digits = 8;

/** Row n is the same whatever the number of rows. */
export function* clinicalRows(count: number, seed: number): Generator<JsonObject> {
  const random = createRandomSource(seed, 17);
  for (let number = 1; number <= count; number += 1) {
    const name = String(number).padStart(digits, '0');
    const condition = random.weighted(conditions);
    yield {
      record_id: `rec_${name}`,
      patient_id: `pat_${name}`,
      age: Math.round(clamp(random.normal(55, 17), 18, 98)),
      diagnosis: condition.diagnosis,
      symptoms: some(random, condition.symptoms),
      treatments: some(random, condition.treatments),
      lab_results: {
        glucose: Math.round(clamp(random.normal(condition.glucose, 24), 55, 420)),
        cholesterol: Math.round(clamp(random.normal(198, 36), 90, 400)),
        ...(random.chance(0.9)
          ? { hba1c: roundTo(clamp(random.normal(condition.hba1c, 0.8), 3.8, 14), 1) }
          : {}),
      },
    };
  }
}

/** None to three of them, each once. */
function some(random: RandomSource, items: readonly string[]): string[] {
  const picked = new Set<string>();
  for (let count = random.integer(0, 3); count > 0; count -= 1) picked.add(random.pick(items));
  return [...picked];
}
