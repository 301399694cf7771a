/** Card fraud: one payment with device and velocity figures, a risk score, rules that fired. */
import type { JsonObject } from '../../../shared/contract/json.ts';
import { clamp, roundTo } from '../random-source.ts';
import { merchants, places, reviewers } from '../vocabulary.ts';
import { agingConfidence, optional, type DemoModel } from './demo-model.ts';

const rules = [
  { rule: 'velocity.1h', weight: 0.24 },
  { rule: 'geo.impossible_travel', weight: 0.41 },
  { rule: 'device.new', weight: 0.12 },
  { rule: 'amount.z_score', weight: 0.18 },
  { rule: 'merchant.watchlist', weight: 0.33 },
] as const;

export const fraudGuard: DemoModel = {
  id: 'fraud-guard',
  releases: [
    { from: Date.UTC(2022, 0, 1), version: '7.1.0' },
    { from: Date.UTC(2022, 9, 3), version: '7.3.2' },
    { from: Date.UTC(2023, 10, 20), version: '8.0.0' },
    { from: Date.UTC(2025, 2, 10), version: '8.4.0' },
    { from: Date.UTC(2026, 5, 1), version: '9.0.1' },
  ],
  share: { office: 26, other: 44 },
  decide(random, { version, drift }) {
    const merchant = random.pick(merchants);
    const place = random.pick(places);
    const suspicious = random.chance(0.07 + 0.03 * drift);
    const risk = clamp(random.normal(suspicious ? 0.78 : 0.09, suspicious ? 0.16 : 0.08), 0, 1);
    const decision = risk > 0.85 ? 'BLOCK' : risk > 0.55 ? 'ESCALATE' : 'ALLOW';
    const fired = suspicious ? rules.filter(() => random.chance(0.5)) : [];
    const input: JsonObject = {
      payment: {
        amount: roundTo(Math.exp(random.normal(3.6, 1.3)), 2),
        currency: random.pick(['EUR', 'CHF', 'PLN', 'USD', 'JPY']),
        merchant: { ...merchant, country: place.country },
        contactless: random.chance(0.4),
      },
      card: { bin: String(random.integer(400_000, 559_999)), present: random.chance(0.55) },
      device: random.chance(0.1)
        ? {}
        : {
            fingerprint: random.hex(16),
            first_seen_days: random.integer(0, 900),
            os: random.pick(['iOS', 'Android', 'Windows', 'macOS']),
          },
      velocity: {
        '1h': random.integer(0, 6),
        '24h': random.integer(0, 30),
        '7d': random.integer(0, 90),
      },
      geo: {
        lat: random.decimal(-58, 70, 5),
        lon: random.decimal(-180, 180, 5),
        accuracy_m: random.decimal(3, 9000, 1),
      },
    };
    return {
      input,
      output: {
        decision,
        risk: roundTo(risk, 6),
        rules: fired.map((each) => each.rule),
        step_up: decision === 'ESCALATE' ? { method: '3ds', deadline_seconds: 300 } : null,
      },
      confidence: agingConfidence(random, 0.96, 0.03, drift),
      ...optional(random.chance(0.99), 'transaction_id', () => `pay_${random.hex(20)}`),
      ...optional(random.chance(0.8), 'policy_id', () => `fraud-rules-${version}`),
      ...optional(decision !== 'ALLOW' || random.chance(0.3), 'context', () => ({
        latency_ms: random.decimal(2, 90, 3),
        shard: random.integer(0, 15),
        ...optional(decision === 'ESCALATE', 'reviewer', () => ({ ...random.pick(reviewers) })),
      })),
      ...optional(fired.length > 0, 'explanation', () => ({
        method: 'rules',
        attributions: fired.map((each) => ({
          feature: each.rule,
          contribution: roundTo(each.weight * random.decimal(0.6, 1.3, 3), 4),
        })),
      })),
    };
  },
};
