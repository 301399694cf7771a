/** Rows of demo datasets, shaped like the specification's examples: as many as are wanted, the same for a seed. */
import type { JsonObject } from '../../shared/contract/json.ts';
import { dateOf, writtenEnd } from './calendar.ts';
import { createRandomSource, clamp, roundTo, type RandomSource } from './random-source.ts';

const conditions = [
  ['Type 2 Diabetes', 24],
  ['Hypertension', 28],
  ['Asthma', 12],
  ['Chronic Kidney Disease', 8],
  ['Hyperlipidemia', 16],
  ['Healthy', 12],
] as const;
const symptoms = ['fatigue', 'headache', 'nausea', 'increased thirst', 'blurred vision', 'cough'];
const treatments: Readonly<Record<string, readonly string[]>> = {
  'Type 2 Diabetes': ['metformin', 'insulin', 'empagliflozin'],
  Hypertension: ['lisinopril', 'amlodipine'],
  Asthma: ['albuterol', 'budesonide'],
  'Chronic Kidney Disease': ['losartan', 'furosemide'],
  Hyperlipidemia: ['atorvastatin'],
  Healthy: [],
};

/** Patients of a clinic: nested results, arrays, and members that only some of them have. */
export function* patientRows(count: number, seed: number, end = writtenEnd): Generator<JsonObject> {
  const random = createRandomSource(seed, 11);
  for (let number = 1; number <= count; number += 1) {
    const diagnosis = random.weighted(conditions);
    const age = Math.round(clamp(random.normal(54, 17), 18, 97));
    const isDiabetic = diagnosis === 'Type 2 Diabetes';
    yield {
      record_id: `rec_clinic_${String(number).padStart(7, '0')}`,
      patient_id: `P-${100_000 + number}`,
      age,
      sex: random.chance(0.52) ? 'female' : 'male',
      postal_code: String(random.integer(10_000, 99_999)),
      visited_on: dateBefore(end, random, 720),
      diagnosis,
      symptoms: some(random, symptoms, 3),
      treatments: some(random, treatments[diagnosis] ?? [], 2),
      lab_results: {
        glucose: Math.round(clamp(random.normal(isDiabetic ? 172 : 98, 22), 60, 400)),
        ...(random.chance(0.8)
          ? { hba1c: roundTo(clamp(random.normal(isDiabetic ? 7.8 : 5.4, 0.7), 4, 14), 1) }
          : {}),
        ...(random.chance(0.3)
          ? { creatinine: roundTo(clamp(random.normal(1, 0.3), 0.4, 6), 2) }
          : {}),
      },
    };
  }
}

/** Claims of an insurer. */
export function* claimRows(count: number, seed: number, end = writtenEnd): Generator<JsonObject> {
  const random = createRandomSource(seed, 12);
  for (let number = 1; number <= count; number += 1) {
    const amount = roundTo(Math.exp(random.normal(7, 1)), 2);
    yield {
      record_id: `rec_claim_${String(number).padStart(7, '0')}`,
      policy_number: `NW-${random.integer(1_000_000, 9_999_999)}`,
      holder_age: random.integer(18, 88),
      kind: random.pick(['motor', 'home', 'travel', 'liability']),
      reported_on: dateBefore(end, random, 900),
      amount,
      settled: random.chance(0.7) ? roundTo(amount * random.unit(), 2) : null,
      documents: random.integer(0, 9),
      flags: some(random, ['late', 'repeat', 'estimate', 'photo'], 2),
    };
  }
}

/** Readings of devices at home. */
export function* readingRows(count: number, seed: number, end = writtenEnd): Generator<JsonObject> {
  const random = createRandomSource(seed, 13);
  for (let number = 1; number <= count; number += 1) {
    yield {
      record_id: `rec_reading_${String(number).padStart(7, '0')}`,
      device: `D-${random.integer(100, 180)}`,
      day: dateBefore(end, random, 90),
      heart_rate: Math.round(clamp(random.normal(72, 11), 40, 190)),
      oxygen: random.chance(0.95) ? Math.round(clamp(random.normal(97, 1.6), 80, 100)) : null,
      steps: random.integer(0, 18_000),
    };
  }
}

/** Trips of insured cars. */
export function* tripRows(count: number, seed: number, end = writtenEnd): Generator<JsonObject> {
  const random = createRandomSource(seed, 14);
  for (let number = 1; number <= count; number += 1) {
    const kilometers = roundTo(clamp(Math.exp(random.normal(2.3, 0.9)), 0.4, 620), 1);
    yield {
      record_id: `rec_trip_${String(number).padStart(7, '0')}`,
      vehicle: `V-${random.integer(2_000, 2_400)}`,
      day: dateBefore(end, random, 180),
      kilometers,
      minutes: Math.round(kilometers * random.integer(1, 3) + 4),
      is_night: random.chance(0.12),
      hard_brakes: random.integer(0, 6),
    };
  }
}

/** One of so many days before the end. */
function dateBefore(end: number, random: RandomSource, days: number): string {
  return dateOf(end, -1 - random.integer(0, days));
}

function some(random: RandomSource, items: readonly string[], most: number): string[] {
  if (items.length === 0) return [];
  const picked = new Set<string>();
  for (let index = random.integer(0, most); index > 0; index -= 1) picked.add(random.pick(items));
  return [...picked];
}
