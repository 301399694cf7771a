/** The list of grants: columns, what narrows it, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import { grantStatuses, type GrantRow } from '../../../shared/contract/grants.ts';
import { formatMoney, placesIn } from '../../ui/money/money.ts';
import { headlineAmount } from '../../ui/money/nanos-text.ts';
import { defineList, type ListCells } from '../../ui/list/define-list.ts';
import { GrantStatusBadge } from './grant-status.tsx';

type Translate = TFunction<'grants'>;

export const grantsList = defineList<GrantRow, Translate>()(
  {
    id: 'grants',
    noun: 'grants',
    rowId: (row) => row.grant_id,
    idColumn: 'id',
    filters: { status: grantStatuses },
    chips: ['dataset_id', 'account_id'],
    columns: {
      purpose: { path: '/purpose', width: 232, long: true, none: 'erased' },
      status: {
        path: '/status',
        form: 'status',
        width: 124,
        codes: grantStatuses,
        narrows: 'status',
        cell: ({ status }) => <GrantStatusBadge status={status} />,
      },
      account: { path: '/account_id', width: 132, long: true, narrows: 'account_id' },
      dataset: { path: '/dataset_id', width: 176, long: true, narrows: 'dataset_id' },
      spent: {
        path: '/spent',
        form: 'json',
        width: 176,
        text: spentText,
      },
      ends: { path: '/terms/ends_at', form: 'instant', width: 136 },
      sessions: { path: '/session_count', form: 'count', width: 86 },
      created: { path: '/created_at', form: 'instant', width: 136 },
      id: {
        path: '/grant_id',
        form: 'id',
        width: 210,
        dim: true,
        long: true,
        hiddenAtFirst: true,
      },
    },
  },
  (t, key, values) => t(key, values),
);

/** How much of its budget a grant came to. */
function spentText({ spent, terms }: GrantRow, { t }: Pick<ListCells<Translate>, 't'>): string {
  const amount = formatMoney(
    headlineAmount(spent.amount, placesIn(spent.currency)),
    spent.currency,
  );
  if (terms.budget === null) return amount;
  return t('spentOf', {
    spent: amount,
    budget: formatMoney(terms.budget.amount, terms.budget.currency),
  });
}
