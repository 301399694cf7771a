/** One invoice as a document, with what became of it: payment, cancellation, ledger entry, books. */
import { useState } from 'react';
import {
  IconBan,
  IconCreditCard,
  IconDownload,
  IconRubberStamp,
  IconReceipt2,
  IconReceiptRefund,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/contract/billing.ts';
import { useMay } from '../../api/capabilities.ts';
import { invoicePdf, useInvoice } from '../../api/billing.ts';
import { DetailPage, ThingPage } from '../../ui/page/detail-page.tsx';
import { ThingActions } from '../../ui/page/thing-actions.tsx';
import { useProofAction } from '../../ui/proof/use-proof-action.ts';
import { billingAddress } from '../../ui/addresses.ts';
import { CreditNoteDialog } from './credit-note-dialog.tsx';
import { CancelInvoiceDialog } from './cancel-invoice-dialog.tsx';
import { InvoiceAside } from './invoice-aside.tsx';
import { InvoiceDocument } from './invoice-document.tsx';
import { InvoiceStatusBadge } from './invoice-status.tsx';
import { PayInvoiceDialog } from './pay-invoice-dialog.tsx';
import { useDocumentSaver } from '../../ui/use-document-saver.ts';
import classes from '../../ui/money/billing.module.css';

const route = getRouteApi('/billing/invoices/$id');
const invoicesAddress = billingAddress({ tab: 'invoices' });

export function InvoiceScreen() {
  const { t } = useTranslation('billing');
  const { id } = route.useParams();
  return (
    <ThingPage
      kind="invoice"
      id={id}
      query={useInvoice(id)}
      icon={IconReceipt2}
      back={{ href: invoicesAddress, label: t('invoice.back') }}
      section={t('title')}
      loading={t('loading')}
      failed={t('invoice.failed')}
      missing={{ title: t('invoice.missing', { id }), text: t('invoice.missingText') }}
    >
      {(invoice) => <OpenedInvoice invoice={invoice} />}
    </ThingPage>
  );
}

type InvoiceDialog = 'pay' | 'cancel' | 'note';

function OpenedInvoice({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const [dialog, setDialog] = useState<InvoiceDialog>();
  const { invoice_id: id, status } = invoice;
  const name = invoice.details?.invoice_number ?? id;
  const close = () => setDialog(undefined);
  return (
    <DetailPage
      back={{ href: invoicesAddress, label: t('invoice.back') }}
      name={t('invoice.named', { name })}
      section={t('title')}
      badges={<InvoiceStatusBadge status={status} />}
      actions={<Actions invoice={invoice} name={name} onOpen={setDialog} />}
    >
      <div className={classes.invoice} role="region" aria-label={t('invoice.title')} tabIndex={0}>
        <InvoiceDocument invoice={invoice} />
        <InvoiceAside invoice={invoice} />
      </div>
      <PayInvoiceDialog opened={dialog === 'pay'} invoice={invoice} onClose={close} />
      <CancelInvoiceDialog opened={dialog === 'cancel'} invoice={invoice} onClose={close} />
      <CreditNoteDialog opened={dialog === 'note'} invoice={invoice} onClose={close} />
    </DetailPage>
  );
}

function Actions({
  invoice,
  name,
  onOpen,
}: {
  invoice: Invoice;
  name: string;
  onOpen: (dialog: InvoiceDialog) => void;
}) {
  const { t } = useTranslation('billing');
  const { invoice_id: id, status } = invoice;
  const may = useMay();
  const proof = useProofAction('invoices', id);
  const file = useDocumentSaver();
  const isOpen = status === 'PENDING' || status === 'OVERDUE';
  return (
    <ThingActions
      kind="invoice"
      actions={[
        {
          name: 'pdf',
          title: t('command.pdf'),
          icon: IconDownload,
          isOffered: may('getInvoicePdf'),
          button: t('invoice.pdf'),
          isBusy: file.busy,
          run: () => file.save(() => invoicePdf(id), `${name}.pdf`),
        },
        {
          name: 'stamped',
          title: t('command.stamped'),
          icon: IconRubberStamp,
          // An open one has no stamp.
          isOffered: !isOpen && may('getInvoicePdf'),
          isBusy: file.busy,
          run: () => file.save(() => invoicePdf(id, true), `${name}-${status.toLowerCase()}.pdf`),
        },
        {
          name: 'pay',
          title: t('command.pay'),
          icon: IconCreditCard,
          isOffered: isOpen && may('payInvoice'),
          button: t('pay.action'),
          isMain: true,
          run: () => onOpen('pay'),
        },
        {
          name: 'cancel',
          title: t('command.cancel'),
          icon: IconBan,
          isOffered: isOpen && may('cancelInvoice'),
          run: () => onOpen('cancel'),
        },
        {
          name: 'credit-note',
          title: t('command.creditNote'),
          icon: IconReceiptRefund,
          isOffered: status === 'PAID' && invoice.total > 0 && may('createCreditNote'),
          run: () => onOpen('note'),
        },
        proof,
      ]}
      copy={{ title: t('invoice.copyId'), value: id, what: t('invoices.column.id') }}
      back={{ title: t('invoice.back'), href: invoicesAddress }}
      more={t('more')}
    />
  );
}
