/** One invoice as a document, with what became of it: payment, cancellation, ledger entry, books. */
import { useState } from 'react';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconArrowLeft,
  IconBan,
  IconCopy,
  IconCreditCard,
  IconDots,
  IconDownload,
  IconReceipt2,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/contract/billing.ts';
import { useMay } from '../../api/capabilities.ts';
import { invoicePdf, useInvoice } from '../../api/billing.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { DetailPage, DetailState, MissingState } from '../../ui/page/detail-page.tsx';
import { useOpenedThing } from '../../ui/places/use-recent-things.ts';
import { billingAddress } from '../../ui/addresses.ts';
import { copyText } from '../../ui/clipboard.ts';
import { CancelInvoiceDialog } from './cancel-invoice-dialog.tsx';
import { InvoiceAside } from './invoice-aside.tsx';
import { InvoiceDocument } from './invoice-document.tsx';
import { InvoiceStatusBadge } from './invoice-status.tsx';
import { PayInvoiceDialog } from './pay-invoice-dialog.tsx';
import { useFileSaver } from './use-file-saver.ts';
import classes from '../../ui/money/billing.module.css';

const route = getRouteApi('/billing/invoices/$id');
const invoicesAddress = billingAddress({ tab: 'invoices' });

export function InvoiceScreen() {
  const { t } = useTranslation('billing');
  const { id } = route.useParams();
  const query = useInvoice(id);
  useOpenedThing('invoice', id, query);
  if (query.data !== undefined) return <OpenedInvoice key={id} invoice={query.data} />;
  const back = { href: invoicesAddress, label: t('invoice.back') };
  return (
    <DetailPage back={back} name={id} section={t('title')}>
      <DetailState
        query={query}
        loading={t('loading')}
        failed={t('invoice.failed')}
        missing={
          <MissingState
            icon={<IconReceipt2 size={20} stroke={1.6} />}
            title={t('invoice.missing', { id })}
            text={t('invoice.missingText')}
            back={back}
          />
        }
      />
    </DetailPage>
  );
}

function OpenedInvoice({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const navigate = route.useNavigate();
  const [dialog, setDialog] = useState<'pay' | 'cancel'>();
  const file = useFileSaver();
  const { invoice_id: id, status } = invoice;
  const name = invoice.details?.invoice_number ?? id;
  const isOpen = status === 'PENDING' || status === 'OVERDUE';
  const may = useMay();
  const canPay = isOpen && may('payInvoice');
  const canCancel = isOpen && may('cancelInvoice');
  const canSave = may('getInvoicePdf');
  const savePdf = () => file.save(() => invoicePdf(id), `${name}.pdf`);
  const close = () => setDialog(undefined);
  useCommands([
    {
      id: 'invoice.pay',
      title: t('command.pay'),
      group: 'do',
      scope: 'global',
      icon: IconCreditCard,
      isEnabled: () => canPay,
      run: () => setDialog('pay'),
    },
    {
      id: 'invoice.pdf',
      title: t('command.pdf'),
      group: 'do',
      scope: 'global',
      icon: IconDownload,
      isEnabled: () => canSave,
      run: savePdf,
    },
    {
      id: 'invoice.cancel',
      title: t('command.cancel'),
      group: 'do',
      scope: 'global',
      icon: IconBan,
      isEnabled: () => canCancel,
      run: () => setDialog('cancel'),
    },
    {
      id: 'invoice.back',
      title: t('invoice.back'),
      group: 'go',
      scope: 'global',
      icon: IconArrowLeft,
      run: () => void navigate({ to: '/billing', search: { tab: 'invoices' } }),
    },
  ]);
  return (
    <DetailPage
      back={{ href: invoicesAddress, label: t('invoice.back') }}
      name={t('invoice.named', { name })}
      section={t('title')}
      badges={<InvoiceStatusBadge status={status} />}
      actions={
        <>
          {canSave && (
            <Button
              leftSection={<IconDownload size={14} stroke={1.75} />}
              loading={file.busy}
              onClick={savePdf}
            >
              {t('invoice.pdf')}
            </Button>
          )}
          {canPay && (
            <Button
              variant="filled"
              leftSection={<IconCreditCard size={14} stroke={1.9} />}
              onClick={() => setDialog('pay')}
            >
              {t('pay.action')}
            </Button>
          )}
          <Menu position="bottom-end" width={210}>
            <Menu.Target>
              <ActionIcon aria-label={t('more')}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconCopy size={15} stroke={1.6} />}
                onClick={() => void copyText(id, t('invoices.column.id'))}
              >
                {t('invoice.copyId')}
              </Menu.Item>
              {canCancel && (
                <>
                  <Menu.Divider />
                  <Menu.Item
                    leftSection={<IconBan size={15} stroke={1.6} />}
                    onClick={() => setDialog('cancel')}
                  >
                    {t('command.cancel')}
                  </Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      <div className={classes.invoice} role="region" aria-label={t('invoice.title')} tabIndex={0}>
        <InvoiceDocument invoice={invoice} />
        <InvoiceAside invoice={invoice} />
      </div>
      <PayInvoiceDialog opened={dialog === 'pay'} invoice={invoice} onClose={close} />
      <CancelInvoiceDialog opened={dialog === 'cancel'} invoice={invoice} onClose={close} />
    </DetailPage>
  );
}
