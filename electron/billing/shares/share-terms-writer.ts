/** Changes who benefits of a dataset, and what a holder is charged: from a month on, never for what is issued. */
import type { Database, Statement } from 'better-sqlite3';
import { validationError, type FieldError } from '../../../shared/contract/errors.ts';
import { faultAt } from '../../../shared/contract/faults.ts';
import type { ChangeHolder } from '../../../shared/contract/billing-parties.ts';
import { monthOf } from '../../../shared/billing/calendar.ts';
import type { Facts } from '../../proof/facts.ts';
import type { Parties } from '../parties.ts';
import { scaledOf } from '../rate-terms.ts';
import { fineFaults, WorkspaceMoney } from '../workspace-money.ts';

type NewBeneficiaries = NonNullable<ChangeHolder['beneficiaries']>[number];

/** Over the writer's connection; the caller holds the transaction. */
export class ShareTermsWriter {
  readonly #money: WorkspaceMoney;
  readonly #facts: Facts;
  readonly #parties: Parties;
  readonly #holder: Statement<[string], string>;

  constructor(
    database: Database,
    { facts, parties }: { readonly facts: Facts; readonly parties: Parties },
  ) {
    this.#money = new WorkspaceMoney(database);
    this.#facts = facts;
    this.#parties = parties;
    this.#holder = database
      .prepare<[string], string>('SELECT holder_id FROM datasets WHERE dataset_id = ?')
      .pluck();
  }

  /** @throws {ApiError} `validation_error` */
  change(holderId: string, { fee, beneficiaries = [] }: ChangeHolder, now: string): void {
    const money = this.#money.now;
    const faults = [
      ...fineFaults(
        money,
        (fee?.tiers ?? []).map(({ up_to: end }, place) => [
          `fee.tiers.${place}.up_to`,
          end ?? undefined,
        ]),
      ),
      ...(fee === undefined ? [] : monthFaults('fee.from_month', fee.from_month, now)),
      ...beneficiaries.flatMap((each, index) =>
        this.#faults(`beneficiaries.${index}`, holderId, each, now),
      ),
    ];
    if (faults.length > 0) throw validationError(faults);
    if (fee !== undefined) {
      const tiers = fee.tiers.map(({ up_to: end, percent }) => ({
        up_to: end === null ? null : Number(money.minor(end)),
        bps: Number(scaledOf(percent, 2)),
      }));
      this.#facts.write('fee_tables', [holderId, `${fee.from_month}-01`], {
        set: { tiers, changed_at: now },
      });
    }
    for (const { dataset_id: dataset, from_month: from, shares } of beneficiaries) {
      const value = shares.map(({ holder_id, bps }) => ({ holder_id, bps }));
      this.#facts.write('beneficiaries', [dataset, `${from}-01`], {
        set: { value, changed_at: now },
      });
    }
  }

  #faults(path: string, holderId: string, change: NewBeneficiaries, now: string): FieldError[] {
    const { dataset_id: dataset, from_month: from, shares } = change;
    const unknown = shares.flatMap(({ holder_id: id }, index) =>
      this.#parties.isHolder(id)
        ? []
        : [faultAt(`${path}.shares.${index}.holder_id`, 'unknown_holder')],
    );
    return [
      ...monthFaults(`${path}.from_month`, from, now),
      ...(this.#holder.get(dataset) === holderId
        ? []
        : [faultAt(`${path}.dataset_id`, 'dataset_of_holder')]),
      ...unknown,
    ];
  }
}

function monthFaults(path: string, month: string, now: string): FieldError[] {
  return `${month}-01` < monthOf(now) ? [faultAt(path, 'this_month_or_later')] : [];
}
