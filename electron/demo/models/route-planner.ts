/** Deliveries: a search tree up to twelve levels deep and numbers in every form a double can take. */
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { RandomSource } from '../random-source.ts';
import { places } from '../vocabulary.ts';
import { agingConfidence, optional, type DemoModel } from './demo-model.ts';

/** Numbers at the edges of what canonical JSON writes. */
const edges = [
  0, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 9007199254740991, -9007199254740991, 0.1,
  333333333.3333333, 4.5, 2e-3,
] as const;

function branch(random: RandomSource, depth: number): JsonObject {
  const node: JsonObject = { stop: random.pick(places).city, cost: random.decimal(0.5, 80, 2) };
  if (depth > 0) node['legs'] = [branch(random, depth - 1)];
  return node;
}

export const routePlanner: DemoModel = {
  id: 'route-planner',
  releases: [
    { from: Date.UTC(2024, 3, 1), version: '0.1.0' },
    { from: Date.UTC(2025, 4, 5), version: '0.2.0' },
  ],
  share: { office: 4, other: 2 },
  decide(random, { version, drift }) {
    const decision = random.weighted([
      ['DISPATCH', 80],
      ['CONSOLIDATE', 15],
      ['ESCALATE', 5],
    ] as const);
    return {
      input: {
        depot: { ...random.pick(places) },
        parcels: Array.from({ length: random.integer(1, 9) }, () => [
          random.integer(1, 40),
          random.decimal(0.1, 31.5, 2),
          random.chance(0.1),
        ]),
        matrix: [
          [0, random.decimal(1, 90, 1), random.decimal(1, 90, 1)],
          [random.decimal(1, 90, 1), 0, random.decimal(1, 90, 1)],
          [random.decimal(1, 90, 1), random.decimal(1, 90, 1), 0],
        ],
        solver: {
          seed: random.integer(0, 9007199254740991),
          tolerance: random.pick(edges),
          time_limit_s: 1.5,
        },
      },
      output: {
        decision,
        plan: branch(random, random.chance(0.3) ? 4 : random.integer(0, 2)),
        saving: random.decimal(-0.05, 0.3, 4),
      },
      ...optional(random.chance(0.5), 'confidence', () => agingConfidence(random, 0.8, 0.1, drift)),
      ...optional(random.chance(0.5), 'transaction_id', () => `🚚-${random.integer(1, 99_999)}`),
      context: random.chance(0.2)
        ? {}
        : { model_version: version, fleet: { vans: random.integer(1, 30) } },
    };
  },
};
