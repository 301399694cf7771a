/** Posts: texts of any language, emoji, both writing directions, now and then very long. */
import { posts, reviewers } from '../vocabulary.ts';
import { roundTo } from '../random-source.ts';
import { agingConfidence, optional, type DemoModel } from './demo-model.ts';

const labels = ['spam', 'harassment', 'hate', 'self_harm', 'fraud', 'none'] as const;

export const contentModeration: DemoModel = {
  id: 'content-moderation',
  releases: [
    { from: Date.UTC(2022, 0, 1), version: '11.0.0' },
    { from: Date.UTC(2023, 8, 18), version: '12.0.0' },
    { from: Date.UTC(2024, 10, 4), version: '12.5.0' },
    { from: Date.UTC(2026, 0, 12), version: '13.0.0' },
  ],
  share: { office: 15, other: 30 },
  decide(random, { version, drift }) {
    const text = random.chance(0.004)
      ? Array.from({ length: random.integer(30, 120) }, () => random.pick(posts)).join('\n')
      : random.pick(posts);
    const scores = labels.map((label) => [label, roundTo(random.unit() ** 4, 4)] as const);
    const [worst, score] = scores.reduce((best, each) => (each[1] > best[1] ? each : best));
    const harmless = worst === 'none' || score < 0.6;
    const decision = harmless ? 'KEEP' : score > 0.9 ? 'REMOVE' : 'REVIEW';
    return {
      input: {
        post: {
          id: `p_${random.hex(12)}`,
          text,
          author: {
            handle: `@user${random.integer(1, 90_000)}`,
            age_days: random.integer(0, 4_000),
            badges: random.chance(0.1) ? ['🏅'] : [],
          },
        },
        thread: random.chance(0.3)
          ? { parent: `p_${random.hex(12)}`, depth: random.integer(1, 40) }
          : {},
        attachments: [],
      },
      output: {
        decision,
        label: worst,
        scores: Object.fromEntries(scores),
        spans: harmless ? [] : [[0, Math.min(text.length, random.integer(4, 40))]],
      },
      confidence: agingConfidence(random, 0.89, 0.09, drift),
      ...optional(
        random.chance(0.35),
        'transaction_id',
        () => `mod:${random.hex(8)}:${random.hex(4)}`,
      ),
      ...optional(
        random.chance(0.95),
        'policy_id',
        () => `community-guidelines-${version.split('.')[0]}`,
      ),
      ...optional(random.chance(0.4), 'context', () =>
        decision === 'REVIEW'
          ? {
              reviewer: { id: reviewers[4].id, role: reviewers[4].role },
              queue: 'appeals',
              locale: 'de-DE',
            }
          : {},
      ),
      ...optional(!harmless, 'explanation', () => ({
        method: 'attention-rollout',
        tokens: text
          .split(/\s+/u)
          .slice(0, 6)
          .map((token) => ({ token, weight: random.decimal(0, 1, 3) })),
      })),
    };
  },
};
