/** The tables of Payouts besides their list: the shares behind one, revenue by dataset. */
import type { TFunction } from 'i18next';
import type { DatasetRevenue } from '../../../shared/contract/billing.ts';
import type { ShownShare } from '../../../shared/contract/billing-credits.ts';

import { showHidden } from '../../../shared/hidden-text.ts';
import { datasetAddress, invoiceAddress, payoutsAddress } from '../../ui/addresses.ts';
import { defineTable, inFiles } from '../../ui/list/define-list.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import classes from '../../ui/money/billing.module.css';

type Translate = TFunction<['payouts', 'tables']>;

export const sharesTable = defineTable<ShownShare, Translate>()(
  {
    id: 'shares',
    columnsAt: 'shares',
    rowId: (row) => `${row.document} ${row.dataset_id} ${row.holder_id}`,
    columns: {
      at: { path: '/earned_at', form: 'instant', precision: 'second' },
      dataset: { path: '/dataset_id', cell: DatasetCell },
      holder: { path: '/holder_id', title: 'column.holder', onlyInFiles: true },
      document: { path: '/document', cell: DocumentCell },
      gross: { path: '/gross', form: 'money' },
      fee: { path: '/fee', form: 'money' },
      net: { path: '/net', form: 'money' },
      currency: inFiles('/currency', ['gross', 'fee', 'net']),
    },
  },
  (t, key) => t(key),
);

export const revenueTable = defineTable<DatasetRevenue, Translate>()(
  {
    id: 'revenue',
    columnsAt: 'shares',
    rowId: (row) => `${row.dataset_id} ${row.holder_id} ${row.currency}`,
    columns: {
      dataset: { path: '/dataset_id', identity: true, cell: DatasetCell },
      holder: {
        path: '/holder_id',
        title: 'column.holder',
        cell: ({ holder_id: id }) => (
          <PlaceLink
            className={classes.link}
            href={`${payoutsAddress}?holder=${encodeURIComponent(id)}`}
          >
            {showHidden(id)}
          </PlaceLink>
        ),
      },
      gross: { path: '/gross', form: 'money' },
      fees: { path: '/fees', form: 'money', title: 'shares.fee' },
      net: { path: '/net', form: 'money' },
      currency: inFiles('/currency', ['gross', 'fees', 'net']),
    },
  },
  (t, key) => t(key),
);

function DatasetCell({ dataset_id: id }: { readonly dataset_id: string }) {
  return (
    <PlaceLink className={classes.link} href={datasetAddress(id)}>
      {showHidden(id)}
    </PlaceLink>
  );
}

/** An invoice by its own page; a credit note has none. */
function DocumentCell({ document: id }: { readonly document: string }) {
  if (!id.startsWith('inv_')) return <span className="pd-mono">{id}</span>;
  return (
    <PlaceLink className={classes.monoLink} href={invoiceAddress(id)}>
      {id}
    </PlaceLink>
  );
}
