/** The last word before an invoice is canceled: what is reversed, what stays, and why. */
import { useTranslation } from 'react-i18next';
import { cancelInvoiceSchema, type Invoice } from '../../../shared/contract/billing.ts';
import { useCancelInvoice } from '../../api/billing.ts';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { checkReason, ReasonField } from '../../ui/form/reason-field.tsx';
import { formatMoney } from '../../ui/money/money.ts';

export function CancelInvoiceDialog({
  opened,
  invoice,
  onClose,
}: DialogProps & { readonly invoice: Invoice }) {
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
      check={checkReason(t('cancel.reasonMissing'))}
      send={(body, idempotencyKey) =>
        canceling.mutateAsync({ id: invoice.invoice_id, body, idempotencyKey })
      }
      told={() => t('cancel.done', { name })}
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
          <ReasonField
            label={t('cancel.reason')}
            placeholder={t('cancel.reasonHint')}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
