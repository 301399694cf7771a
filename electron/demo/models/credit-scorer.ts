/** Consumer credit: flat applicant figures in, a limit and reasons out, attributions by feature name. */
import type { JsonObject } from '../../../shared/contract/json.ts';
import { dateOf } from '../calendar.ts';
import { clamp, roundTo } from '../random-source.ts';
import { occupations, people, places, reviewers } from '../vocabulary.ts';
import { agingConfidence, optional, type DemoModel } from './demo-model.ts';

const reasons = [
  'debt_to_income_above_threshold',
  'short_credit_history',
  'recent_delinquency',
  'unstable_income',
  'requested_amount_high',
] as const;

export const creditScorer: DemoModel = {
  id: 'credit-scorer',
  releases: [
    { from: Date.UTC(2022, 0, 1), version: '2.4.0' },
    { from: Date.UTC(2023, 1, 6), version: '3.0.0' },
    { from: Date.UTC(2024, 4, 13), version: '3.2.1' },
    { from: Date.UTC(2025, 8, 1), version: '4.0.0' },
  ],
  share: { office: 30, other: 8 },
  decide(random, { at, ordinal, version, drift, calendar }) {
    const place = random.pick(places);
    const income = roundTo(Math.exp(random.normal(10.6, 0.45)), random.chance(0.3) ? 2 : 0);
    const requested = random.integer(2, 120) * 500;
    const utilisation = random.decimal(0, 1.1, 3);
    const delinquencies = random.weighted([
      [0, 80],
      [1, 14],
      [2, 5],
      [3, 1],
    ] as const);
    const ratio = requested / income;
    const score = clamp(
      Math.round(random.normal(690 - 90 * ratio - 45 * delinquencies - 60 * utilisation, 34)),
      300,
      850,
    );
    const decision = score >= 640 ? 'APPROVE' : score >= 575 ? 'REFER' : 'DECLINE';
    const approved = decision === 'APPROVE';
    const output: JsonObject = {
      decision,
      score,
      limit: approved ? Math.round(requested * random.decimal(0.7, 1, 2)) : 0,
      ...(approved
        ? { apr: random.decimal(3.49, 14.9, 2) }
        : { reasons: reasons.slice(0, random.integer(1, reasons.length)) }),
    };
    const input: JsonObject = {
      age: random.integer(18, 84),
      income,
      employment: { status: random.pick(occupations), months: random.integer(0, 420) },
      region: place.region,
      requested: {
        amount: requested,
        currency: place.country === 'JP' ? 'JPY' : 'EUR',
        months: random.integer(6, 96),
      },
      bureau: { utilisation, delinquencies, accounts: random.integer(0, 23) },
    };
    if (random.chance(0.2)) input['applicant'] = random.pick(people);
    return {
      input,
      output,
      ...optional(random.chance(0.97), 'confidence', () =>
        agingConfidence(random, 0.91, 0.05, drift),
      ),
      ...optional(
        random.chance(0.92),
        'transaction_id',
        () => `APP-${dateOf(at).slice(0, 4)}-${String(ordinal).padStart(7, '0')}`,
      ),
      policy_id:
        at < calendar.of(Date.UTC(2024, 1, 1)) ? 'lending-policy-2021' : 'lending-policy-2024',
      context: {
        channel: random.pick(['branch', 'web', 'broker', 'mobile']),
        model_version: version,
        city: place.city,
        ...optional(decision === 'REFER', 'reviewer', () => ({ ...random.pick(reviewers) })),
      },
      ...optional(random.chance(0.9), 'explanation', () => ({
        method: 'shap',
        base_value: 0.62,
        feature_attributions: {
          income: random.decimal(-0.3, 0.4, 4),
          'bureau.utilisation': roundTo(-utilisation * 0.31, 4),
          'bureau.delinquencies': roundTo(-delinquencies * 0.17, 4),
          'requested.amount': roundTo(-ratio * 0.12, 4),
          'employment.months': random.decimal(-0.05, 0.12, 4),
          age: random.decimal(-0.02, 0.02, 4),
        },
      })),
    };
  },
};
