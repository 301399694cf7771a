/** Identity checks: names in every script against document and sanctions lists, candidates with scores. */
import type { JsonObject } from '../../../shared/contract/json.ts';
import { dateOf } from '../calendar.ts';
import { people, places, reviewers } from '../vocabulary.ts';
import { agingConfidence, optional, type DemoModel } from './demo-model.ts';

export const kycMatch: DemoModel = {
  id: 'kyc-match',
  releases: [
    { from: Date.UTC(2022, 0, 1), version: '0.9.4' },
    { from: Date.UTC(2022, 7, 15), version: '1.0.0' },
    { from: Date.UTC(2024, 7, 26), version: '1.2.0' },
  ],
  share: { office: 14, other: 3 },
  decide(random, { at, version, drift, calendar }) {
    const name = random.pick(people);
    const place = random.pick(places);
    const candidates = Array.from(
      {
        length: random.weighted([
          [0, 6],
          [1, 3],
          [3, 1],
        ] as const),
      },
      (): JsonObject => ({
        list: random.pick(['EU-2580', 'UN-1267', 'PEP', 'internal']),
        name: random.chance(0.4) ? name.normalize('NFD') : random.pick(people),
        score: random.decimal(0.3, 0.99, 2),
        aliases: random.chance(0.5) ? [] : [random.pick(people), name.toUpperCase()],
      }),
    );
    const decision =
      candidates.length === 0 ? 'CLEAR' : random.chance(0.4) ? 'POSSIBLE_MATCH' : 'CLEAR';
    const input: JsonObject = {
      subject: {
        name: { full: name, script_hint: random.pick(['auto', 'Latn', 'Arab', 'Jpan']) },
        born: dateOf(at - random.integer(6_600, 30_000) * 86_400_000),
        nationality: [place.country],
        address: { ...place, lines: [`${random.integer(1, 240)} ${place.city}`, ''] },
      },
      document: {
        type: random.pick(['passport', 'id_card', 'residence_permit']),
        number: random.hex(9).toUpperCase(),
        expires: dateOf(at, random.integer(-40, 3_400)),
        mrz_valid: random.chance(0.97),
      },
    };
    return {
      input,
      output: { decision, candidates, next: decision === 'CLEAR' ? null : 'manual_review' },
      ...optional(candidates.length > 0, 'confidence', () =>
        agingConfidence(random, 0.78, 0.11, drift),
      ),
      ...optional(
        random.chance(0.75),
        'transaction_id',
        () => `Vorgang-${random.integer(10_000, 99_999)}/Ä`,
      ),
      policy_id: at < calendar.of(Date.UTC(2025, 6, 10)) ? 'aml-5' : 'aml-6',
      ...optional(random.chance(0.7), 'context', () => ({
        model_version: version,
        ...optional(decision === 'POSSIBLE_MATCH', 'reviewer', () => ({
          ...random.pick(reviewers),
        })),
      })),
      ...optional(random.chance(0.15), 'explanation', () => ({})),
    };
  },
};
