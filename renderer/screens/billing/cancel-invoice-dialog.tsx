/** The last word before an invoice is canceled: what is reversed, what stays, and why. */
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { cancelInvoiceSchema, type Invoice } from '../../../shared/contract/billing.ts';
import { useCancelInvoice } from '../../api/billing.ts';
import { notify } from '../../state/notices.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import { formatMoney } from '../../ui/money/money.ts';

export function CancelInvoiceDialog({
  opened,
  invoice,
  onClose,
}: {
  readonly opened: boolean;
  readonly invoice: Invoice;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('billing');
  const canceling = useCancelInvoice();
  const name = invoice.details?.invoice_number ?? invoice.invoice_id;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('cancel.title')}
      size={500}
      submit={t('cancel.submit')}
      cancel={t('cancel.keep')}
      failed={t('cancel.failed')}
      initial={{ reason: '' }}
      bodyOf={({ reason }) => ({ reason: reason.trim() })}
      schema={cancelInvoiceSchema}
      check={({ reason }): FaultsByField =>
        reason.trim() === '' ? { reason: t('cancel.reasonMissing') } : {}
      }
      send={(body, idempotencyKey) =>
        canceling.mutateAsync({ id: invoice.invoice_id, body, idempotencyKey })
      }
      onDone={() => {
        notify({ title: t('cancel.done', { name }) });
        onClose();
      }}
    >
      {(form) => (
        <>
          <p className={layout.text}>
            {t('cancel.text', { name, amount: formatMoney(invoice.total, invoice.currency) })}
          </p>
          <ul className={layout.stops}>
            <li>{t('cancel.reverses')}</li>
            <li>{t('cancel.anew')}</li>
            <li>{t('cancel.stays')}</li>
          </ul>
          <Textarea
            label={t('cancel.reason')}
            required
            data-autofocus
            autosize
            minRows={2}
            maxRows={6}
            placeholder={t('cancel.reasonHint')}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
