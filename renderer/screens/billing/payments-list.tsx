/** The list of payments: what labs paid, for which invoice and how, each with its receipt. */
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Payment } from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { receiptPdf } from '../../api/billing.ts';
import { useMay } from '../../api/capabilities.ts';
import { invoiceAddress } from '../../ui/addresses.ts';
import { defineList } from '../../ui/list/define-list.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { useDocumentSaver } from '../../ui/use-document-saver.ts';
import classes from '../../ui/money/billing.module.css';

type Translate = TFunction<'billing', 'payments'>;

export const paymentsList = defineList<Payment, Translate>()(
  {
    id: 'payments',
    noun: 'payments',
    rowId: (row) => row.payment_id,
    idColumn: 'id',
    filters: {},
    columns: {
      amount: { path: '/amount', form: 'money' },
      currency: { path: '/currency', onlyInFiles: 'amount' },
      paid: { path: '/payment_date', form: 'instant', precision: 'minute' },
      method: {
        path: '/payment_method/brand',
        cell: ({ payment_method: method }, { t }) =>
          t('methodName', { brand: showHidden(method.brand), last4: method.last4 }),
      },
      last4: { path: '/payment_method/last4', onlyInFiles: 'method' },
      invoice: {
        path: '/invoice_id',
        cell: ({ invoice_id: id }) => (
          <PlaceLink className={classes.monoLink} data-opens href={invoiceAddress(id)}>
            {id}
          </PlaceLink>
        ),
      },
      id: { path: '/payment_id', onlyInFiles: true },
      receipt: { fixed: true, cell: ReceiptCell },
    },
  },
  (t, key, values) => t(key, values),
);

function ReceiptCell({ payment_id: id }: Payment) {
  const { t } = useTranslation('billing');
  const may = useMay();
  const file = useDocumentSaver();
  if (!may('getReceipt')) return null;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      loading={file.busy}
      aria-label={t('payments.receiptOf', { id })}
      onClick={() => file.save(() => receiptPdf(id), `receipt-${id}.pdf`)}
    >
      {t('payments.receipt')}
    </Button>
  );
}
