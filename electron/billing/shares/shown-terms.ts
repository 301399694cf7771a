/** Fee tables of a holder and beneficiaries of its datasets, as the API shows them: what is in force, and what is to come. */
import type { Database, Statement } from 'better-sqlite3';
import type { HolderDetails } from '../../../shared/contract/billing-parties.ts';
import { monthOf } from '../../../shared/billing/calendar.ts';
import { numberOf } from '../../../shared/billing/decimal.ts';
import type { FeeTier } from '../../../shared/billing/fees.ts';
import { ShareTerms, type FromMonth } from './share-terms.ts';
import { WorkspaceMoney } from '../workspace-money.ts';
import { type Money } from '../../../shared/billing/money.ts';

export class ShownTerms {
  readonly #money: WorkspaceMoney;
  readonly #terms: ShareTerms;
  readonly #datasets: Statement<[string], string>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#terms = new ShareTerms(database);
    this.#datasets = database
      .prepare<[string], string>(
        `SELECT b.dataset_id FROM beneficiaries AS b JOIN datasets AS d ON d.dataset_id = b.dataset_id
         WHERE d.holder_id = ? GROUP BY b.dataset_id ORDER BY b.dataset_id`,
      )
      .pluck();
  }

  of(holderId: string, now: string): Pick<HolderDetails, 'fees' | 'beneficiaries'> {
    const month = monthOf(now);
    const money = this.#money.now;
    const fees = fromNowOn(this.#terms.fees(holderId), month);
    const isSet = fees.some(({ fromMonth }) => fromMonth <= month);
    return {
      fees: [
        ...(isSet
          ? []
          : [{ from_month: null, tiers: shownTiers(this.#terms.usualFee(holderId), money) }]),
        ...fees.map(({ fromMonth, value }) => ({
          from_month: fromMonth.slice(0, 7),
          tiers: shownTiers(value, money),
        })),
      ],
      beneficiaries: this.#datasets.all(holderId).flatMap((datasetId) =>
        fromNowOn(this.#terms.beneficiaries(datasetId), month).map(({ fromMonth, value }) => ({
          dataset_id: datasetId,
          from_month: fromMonth.slice(0, 7),
          shares: value.map(({ holderId: id, bps }) => ({ holder_id: id, bps: Number(bps) })),
        })),
      ),
    };
  }
}

/** The last that is in force in a month, and those after it. */
function fromNowOn<Value>(
  terms: readonly FromMonth<Value>[],
  month: string,
): readonly FromMonth<Value>[] {
  const at = terms.findLastIndex(({ fromMonth }) => fromMonth <= month);
  return terms.slice(Math.max(0, at));
}

function shownTiers(tiers: readonly FeeTier[], money: Money) {
  return tiers.map(({ upTo, bps }) => ({
    up_to: upTo === null ? null : money.number(upTo),
    percent: numberOf(bps, 2),
  }));
}
