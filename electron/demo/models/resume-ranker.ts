/** Applications: ranks one candidate against others, with counterfactuals as its explanation. */
import { people, reviewers, skills } from '../vocabulary.ts';
import { agingConfidence, optional, type DemoModel } from './demo-model.ts';

export const resumeRanker: DemoModel = {
  id: 'resume-ranker',
  releases: [
    { from: Date.UTC(2023, 0, 9), version: '0.4.0' },
    { from: Date.UTC(2024, 5, 17), version: '1.0.0' },
    { from: Date.UTC(2025, 11, 8), version: '1.1.0' },
  ],
  share: { office: 7, other: 1 },
  decide(random, { version, drift }) {
    const own = skills.filter(() => random.chance(0.35));
    const rank = random.integer(1, 60);
    const decision = rank <= 8 ? 'SHORTLIST' : rank <= 20 ? 'HOLD' : 'REJECT';
    return {
      input: {
        candidate: {
          name: random.pick(people),
          skills: own,
          education: Array.from({ length: random.integer(0, 3) }, (_, index) => ({
            degree: ['BSc', 'MSc', 'PhD'][index] ?? 'BSc',
            year: random.integer(1984, 2026),
          })),
          experience_years: random.decimal(0, 35, 1),
        },
        vacancy: {
          id: random.integer(1_000, 9_999),
          title: 'Sachbearbeiter:in (m/w/d)',
          must: skills.slice(0, 2),
        },
      },
      output: { decision, rank, of: random.integer(60, 140), score: random.unit() },
      ...optional(random.chance(0.7), 'confidence', () =>
        agingConfidence(random, 0.71, 0.12, drift),
      ),
      ...optional(random.chance(0.25), 'policy_id', () => 'fair-hiring-2'),
      context: {
        model_version: version,
        consent: { given: true, scope: ['ranking'] },
        ...optional(decision === 'HOLD' && random.chance(0.5), 'reviewer', () => ({
          id: reviewers[1].id,
          role: reviewers[1].role,
          note: 'Prüfung wegen knapper Reihenfolge 🔍',
        })),
      },
      ...optional(random.chance(0.6), 'explanation', () => ({
        method: 'counterfactual',
        feature_attributions: Object.fromEntries(
          own.map((skill) => [`skill:${skill}`, random.decimal(-0.1, 0.4, 3)]),
        ),
        counterfactuals: [{ change: { experience_years: '+2' }, rank: Math.max(1, rank - 5) }],
      })),
    };
  },
};
