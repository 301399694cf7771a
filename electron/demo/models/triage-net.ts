/** Emergency triage: vital signs, laboratory values of very different sizes, a level and what to do. */
import type { JsonObject } from '../../../shared/contract/json.ts';
import { clamp } from '../random-source.ts';
import { reviewers, symptoms } from '../vocabulary.ts';
import { agingConfidence, optional, type DemoModel } from './demo-model.ts';

const levels = ['IMMEDIATE', 'VERY_URGENT', 'URGENT', 'STANDARD', 'NON_URGENT'] as const;

/** A distribution over the levels with its peak at `severity`; five significant digits each. */
function probabilities(severity: number): JsonObject {
  const weights = levels.map((_, index) => 0.3 ** Math.abs(index - severity));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const names: JsonObject = {};
  levels.forEach((name, index) => {
    names[name] = Number(((weights[index] ?? 0) / total).toPrecision(5));
  });
  return names;
}

export const triageNet: DemoModel = {
  id: 'triage-net',
  releases: [
    { from: Date.UTC(2022, 2, 14), version: '1.0.0' },
    { from: Date.UTC(2023, 5, 5), version: '1.3.0' },
    { from: Date.UTC(2025, 0, 20), version: '2.0.0' },
  ],
  share: { office: 12, other: 20 },
  decide(random, { version, drift }) {
    const severity = clamp(Math.round(random.normal(2.7, 0.95)), 0, 4);
    const level = levels[severity] ?? 'STANDARD';
    const complaints = symptoms.filter(() => random.chance(0.2));
    const laboratory: JsonObject = random.chance(0.25)
      ? {}
      : {
          glucose: { value: random.decimal(52, 340, 0), unit: 'mg/dL' },
          creatinine: { value: random.decimal(0.4, 6.2, 2), unit: 'mg/dL' },
          troponin: { value: Number((random.unit() * 4e-8).toPrecision(3)), unit: 'g/L' },
          leukocytes: { value: random.integer(2_000, 28_000) * 1e6, unit: '/L' },
          'CRP (µg/mL)': random.decimal(0, 240, 1),
        };
    const input: JsonObject = {
      patient: {
        age: random.integer(0, 101),
        sex: random.pick(['f', 'm', 'x']),
        pregnant: random.weighted([
          [null, 8],
          [false, 3],
          [true, 1],
        ] as const),
      },
      vitals: {
        heart_rate: random.integer(38, 178),
        blood_pressure: { systolic: random.integer(78, 212), diastolic: random.integer(40, 124) },
        temperature_c: random.decimal(34.2, 41.3, 1),
        spo2: random.decimal(0.78, 1, 2),
        pain: random.integer(0, 10),
        ecg_mv: Array.from({ length: random.integer(0, 12) }, () => random.decimal(-1.2, 2.4, 3)),
      },
      symptoms: complaints,
      lab_results: laboratory,
      history: { allergies: [], medication: random.chance(0.5) ? ['metformin', 'ramipril'] : [] },
    };
    return {
      input,
      output: {
        decision: level,
        level: severity + 1,
        wait_minutes: [0, 10, 30, 90, 120][severity] ?? 90,
        probabilities: probabilities(severity),
      },
      ...optional(random.chance(0.95), 'confidence', () =>
        agingConfidence(random, 0.84, 0.08, drift),
      ),
      ...optional(
        random.chance(0.6),
        'transaction_id',
        () => `ER/${random.hex(4)}-${random.integer(1, 9999)}`,
      ),
      policy_id: 'triage-protocol-mts-3',
      context: {
        site: random.pick(['Klinikum Süd', 'Hôpital Saint-Éloi', '聖路加病院', 'St. Brigid’s']),
        model_version: version,
        ...optional(severity <= 1 || random.chance(0.05), 'reviewer', () => ({
          id: reviewers[2].id,
          role: reviewers[2].role,
          confirmed: random.chance(0.86),
        })),
      },
      explanation: {
        method: 'integrated-gradients',
        attributions: [
          { feature: 'vitals.heart_rate', value: 0, contribution: random.decimal(-0.2, 0.5, 4) },
          { feature: 'vitals.spo2', contribution: random.decimal(-0.5, 0.2, 4) },
          { feature: 'vitals.blood_pressure.systolic', contribution: random.decimal(-0.2, 0.3, 4) },
          ...complaints.map((name) => ({
            feature: `symptoms.${name}`,
            contribution: random.decimal(-0.05, 0.35, 4),
          })),
        ],
      },
    };
  },
};
