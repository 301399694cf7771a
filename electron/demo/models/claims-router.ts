/** Insurance claims: a damage report with a free text, a queue and a payment in cents as text. */
import type { JsonObject } from '../../../shared/contract/json.ts';
import { dateOf } from '../calendar.ts';
import { clamp } from '../random-source.ts';
import { people, places, reviewers } from '../vocabulary.ts';
import { agingConfidence, optional, type DemoModel } from './demo-model.ts';

const reports = [
  'Water came through the ceiling of the kitchen overnight; the flat above had a burst pipe.',
  'Auffahrunfall an der Ampel, Stoßstange und Kofferraumdeckel beschädigt, niemand verletzt.',
  'Hagelschaden an Dach und Markise, Fotos anbei.',
  'Bicycle stolen from the locked cellar between Friday and Monday. Police report attached.',
  'انكسرت النافذة الأمامية بسبب العاصفة.',
  '台風で屋根瓦が飛ばされました。写真を添付します。',
] as const;

export const claimsRouter: DemoModel = {
  id: 'claims-router',
  releases: [
    { from: Date.UTC(2022, 8, 5), version: '1.0.0' },
    { from: Date.UTC(2024, 2, 4), version: '1.4.0' },
    { from: Date.UTC(2025, 10, 3), version: '2.1.0' },
  ],
  share: { office: 13, other: 5 },
  decide(random, { at, ordinal, version, drift }) {
    const place = random.pick(places);
    const estimate = clamp(Math.round(Math.exp(random.normal(12, 1.2))), 2_000, 90_000_000);
    const decision =
      estimate > 2_000_000
        ? 'ESCALATE'
        : estimate < 120_000
          ? 'PAY'
          : random.chance(0.12)
            ? 'INVESTIGATE'
            : 'ADJUST';
    const photos = Array.from({ length: random.integer(0, 5) }, (_, index): JsonObject => ({
      file: `IMG_${random.integer(1000, 9999)}.jpg`,
      sha256: random.hex(64),
      ...(index === 0 ? { exif: { taken: dateOf(at, -random.integer(0, 9)), gps: null } } : {}),
    }));
    const report = random.pick(reports);
    return {
      input: {
        claim: {
          number: `S-${String(ordinal).padStart(8, '0')}`,
          line: random.pick(['household', 'motor', 'travel', 'liability']),
          loss_date: dateOf(at, -random.integer(0, 30)),
          holder: random.pick(people),
          place: { ...place },
        },
        report: random.chance(0.06)
          ? `${report}\n\n`.repeat(random.integer(4, 40)).trimEnd()
          : report,
        photos,
        prior_claims: random.integer(0, 4),
      },
      output: {
        decision,
        queue: decision === 'PAY' ? 'straight-through' : `team-${random.integer(1, 7)}`,
        payment: decision === 'PAY' ? { cents: String(estimate), currency: 'EUR' } : null,
        fraud_signals: random.chance(0.1) ? ['metadata_mismatch'] : [],
      },
      ...optional(random.chance(0.9), 'confidence', () =>
        agingConfidence(random, 0.87, 0.07, drift),
      ),
      transaction_id: `S-${String(ordinal).padStart(8, '0')}`,
      ...optional(random.chance(0.85), 'policy_id', () => 'claims-handling-7'),
      context: {
        model_version: version,
        estimate_cents: estimate,
        ...optional(decision === 'ESCALATE' || decision === 'INVESTIGATE', 'reviewer', () => ({
          id: reviewers[3].id,
          role: reviewers[3].role,
        })),
      },
      ...optional(random.chance(0.5), 'explanation', () => ({
        method: 'lime',
        feature_attributions: {
          'claim.line': random.decimal(-0.2, 0.2, 3),
          prior_claims: random.decimal(-0.3, 0.1, 3),
          report: random.decimal(-0.1, 0.5, 3),
          photos: random.decimal(-0.1, 0.2, 3),
        },
        text: 'The report’s wording and the number of earlier claims weighed most.',
      })),
    };
  },
};
