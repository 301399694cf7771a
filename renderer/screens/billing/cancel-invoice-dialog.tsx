/** The last word before an invoice is canceled: what is reversed, what stays, and why. */
import { Input } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  cancelInvoiceSchema,
  cancelKinds,
  type CancelKind,
  type Invoice,
} from '../../../shared/contract/billing.ts';
import { useCancelInvoice } from '../../api/billing.ts';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { checkReason, ReasonField } from '../../ui/form/reason-field.tsx';
import { formatMoney } from '../../ui/money/money.ts';

const effects = {
  CORRECTION: ['number', 'reverses', 'anew', 'stays'],
  UNCOLLECTIBLE: ['lost', 'closed', 'free', 'stays'],
} as const satisfies Record<CancelKind, readonly string[]>;

const initial: { readonly reason: string; readonly kind: CancelKind } = {
  reason: '',
  kind: 'CORRECTION',
};
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
      initial={initial}
      bodyOf={({ reason, kind }) => ({ reason: reason.trim(), kind })}
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
          <div className={layout.row}>
            <Input.Wrapper label={t('cancel.kind')} labelElement="div">
              <SegmentedControl
                aria-label={t('cancel.kind')}
                data={cancelKinds.map((value) => ({ value, label: t(`cancel.${value}`) }))}
                {...form.getInputProps('kind')}
              />
            </Input.Wrapper>
          </div>
          <ul className="pd-flush pd-grid pd-gap-4 pd-indented">
            {effects[form.values.kind].map((each) => (
              <li key={each}>{t(`cancel.${each}`)}</li>
            ))}
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
