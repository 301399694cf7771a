/** The last word before an invoice is canceled: what is reversed, what stays, and why. */
import { useState } from 'react';
import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/contract/billing.ts';
import { useCancelInvoice } from '../../api/billing.ts';
import { notify } from '../../state/notices.ts';
import { formatMoney } from '../../ui/money.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import form from '../../ui/form/form.module.css';
import { useFormFaults } from '../../ui/form-faults.ts';

export interface CancelInvoiceDialogProps {
  readonly opened: boolean;
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

export function CancelInvoiceDialog(props: CancelInvoiceDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('cancel.title')} size={500}>
      <CancelForm {...props} />
    </Dialog>
  );
}

function CancelForm({ invoice, onClose }: CancelInvoiceDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  const canceling = useCancelInvoice();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [reason, setReason] = useState('');
  const name = invoice.details?.invoice_number ?? invoice.invoice_id;
  const submit = () => {
    if (reason.trim() === '') {
      refuse({ reason: t('cancel.reasonMissing') });
      return;
    }
    clear();
    canceling.mutate(
      { id: invoice.invoice_id, reason: reason.trim() },
      {
        onSuccess: () => {
          notify({ title: t('cancel.done', { name }) });
          onClose();
        },
        onError: fail,
      },
    );
  };
  return (
    <form
      ref={element}
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={form.text}>
        {t('cancel.text', { name, amount: formatMoney(invoice.total, invoice.currency) })}
      </p>
      <ul className={form.stops}>
        <li>{t('cancel.reverses')}</li>
        <li>{t('cancel.anew')}</li>
        <li>{t('cancel.stays')}</li>
      </ul>
      <FormFailure failure={failure} title={t('cancel.failed')} shown={['reason']} />
      <Textarea
        label={t('cancel.reason')}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        placeholder={t('cancel.reasonHint')}
        value={reason}
        error={faults['reason']}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel.keep')}</Button>
        <Button type="submit" variant="filled" loading={canceling.isPending}>
          {t('cancel.submit')}
        </Button>
      </div>
    </form>
  );
}
