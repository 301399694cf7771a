/** The order in which a month was used decides nothing: not its invoice, and no share. */
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { rounds } from '../testing/rounds.ts';
import { BillingFixture, centCard } from './testing/billing-fixture.ts';

let fixture: BillingFixture | undefined;
afterEach(() => {
  fixture?.remove();
  fixture = undefined;
});

const tiers = [
  { up_to: 100, rate: 1 },
  { up_to: null, rate: 0.313 },
];
const cards = [
  {
    ...centCard,
    rate_card_id: 'volume',
    model: 'CUSTOM' as const,
    record: { mode: 'VOLUME' as const, tiers },
  },
  { ...centCard, rate_card_id: 'graduated', model: 'TIERED' as const, record: { tiers } },
];

/** A use of one of three datasets. */
interface Use {
  readonly dataset: number;
  readonly records: number;
}

/** Lines, pool and shares of a month with these uses. */
function billed(uses: readonly Use[], card: (typeof cards)[number]) {
  fixture?.remove();
  fixture = new BillingFixture('2026-11-10T00:00:00.000Z');
  fixture.account('lab');
  fixture.card('lab', card);
  const opened = fixture;
  const sessions = [0, 1, 2].map((each) =>
    opened.open({
      accountId: 'lab',
      datasetId: `ds-${each}`,
      holderId: `holder-${each}`,
      seconds: 60,
    }),
  );
  for (const { dataset, records } of uses) {
    fixture.now += 1;
    fixture.use(sessions[dataset] ?? '', { records });
  }
  fixture.at = '2026-12-02T00:00:00.000Z';
  const { document } = fixture.close('lab', '2026-11');
  const shares = fixture.database
    .prepare<[], object>(
      'SELECT dataset_id, holder_id, gross, fee, net FROM shares ORDER BY number',
    )
    .all();
  return [
    document.lines.map(({ kind, amount }) => [kind, Number(amount)]),
    Number(document.total),
    shares,
  ];
}

const someUses = fc.array(
  fc.record({ dataset: fc.nat(2), records: fc.integer({ min: 1, max: 90 }) }),
  {
    minLength: 2,
    maxLength: 12,
  },
);

test.each(cards.map((card) => [card.rate_card_id, card] as const))(
  'the same uses in another order are the same invoice, priced %s',
  (_, card) => {
    const shuffled = someUses.chain((uses) =>
      fc.tuple(fc.constant(uses), fc.shuffledSubarray(uses, { minLength: uses.length })),
    );
    fc.assert(
      fc.property(shuffled, ([uses, others]) => {
        expect(billed(others, card)).toEqual(billed(uses, card));
      }),
      { numRuns: rounds({ usual: 5, all: 100 }), seed: 20_262 },
    );
  },
);
