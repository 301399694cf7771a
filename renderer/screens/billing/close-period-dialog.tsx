/** Closes a month of an account: the invoice as it would be issued, then the invoice. */
import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { closePeriodSchema, type Invoice } from '../../../shared/contract/billing.ts';
import { addMonths, monthOf } from '../../../shared/billing/calendar.ts';
import { useAccounts, useClosePeriod, useClosePreview } from '../../api/billing.ts';
import { toFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { invoiceAddress } from '../../ui/addresses.ts';
import { Select } from '../../ui/form/choices.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { useHeld } from '../../ui/form/use-held.ts';
import { formatMonth } from '../../ui/format.ts';
import { InEnglish } from '../../ui/in-english.tsx';
import { keyed } from '../../ui/keyed.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { LineName, type AnyLine } from './invoice-lines.tsx';
import { dayOfMs, monthsBack } from './periods.ts';
import classes from '../../ui/money/billing.module.css';

/** Months that can be chosen to be closed. */
const offeredMonths = 36;

export function ClosePeriodDialog({
  opened,
  account: first,
  onClose,
  onClosed,
}: {
  readonly opened: boolean;
  /** The account that the form starts with. */
  readonly account: string | undefined;
  readonly onClose: () => void;
  readonly onClosed: (invoice: Invoice) => void;
}) {
  const { t } = useTranslation('billing');
  const accounts = useAccounts();
  const closing = useClosePeriod();
  const [lastMonth] = useState(() => addMonths(monthOf(dayOfMs(Date.now())), -1).slice(0, 7));
  return (
    <FormDialog
      opened={opened && !accounts.isPending}
      onClose={onClose}
      title={t('making.close')}
      size={560}
      submit={t('closing.submit')}
      failed={t('closing.failed')}
      note={t('closing.note')}
      initial={{
        account_id: first ?? accounts.data?.[0]?.account_id ?? '',
        month: lastMonth,
        notes: '',
      }}
      bodyOf={({ notes, ...values }) => ({
        ...values,
        ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
      })}
      schema={closePeriodSchema}
      send={async (body, idempotencyKey) => ({
        invoice: await closing.mutateAsync({ body, idempotencyKey }),
        month: body.month,
      })}
      onDone={({ invoice, month }) => {
        const amount = formatMoney(invoice.total, invoice.currency);
        notify({ title: t('closing.done', { month: formatMonth(month), amount }) });
        onClosed(invoice);
      }}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('closing.text')}</p>
          <div className={layout.row}>
            <Select
              label={t('closing.account')}
              data-autofocus
              required
              allowDeselect={false}
              data={(accounts.data ?? []).map((each) => ({
                value: each.account_id,
                label: each.name,
              }))}
              {...form.getInputProps('account_id')}
            />
            <Select
              label={t('closing.month')}
              required
              allowDeselect={false}
              searchable
              data={monthsBack(lastMonth, offeredMonths).map((value) => ({
                value,
                label: formatMonth(value),
              }))}
              {...form.getInputProps('month')}
            />
          </div>
          <Preview account={form.values.account_id} month={form.values.month} />
          <Textarea
            label={t('closing.notes')}
            autosize
            minRows={1}
            maxRows={4}
            placeholder={t('closing.notesHint')}
            {...form.getInputProps('notes')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The invoice as it would be; until it is known, the form waits for it. */
function Preview({ account, month }: { readonly account: string; readonly month: string }) {
  const { t } = useTranslation('billing');
  const preview = useClosePreview(account, month);
  useHeld(preview.isError || preview.isFetching);
  if (preview.isError) {
    const failure = toFailure(preview.error);
    const issued = failure.details['invoice_id'];
    return (
      <div className={layout.failure} role="alert">
        <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
        <p>
          <InEnglish>{failure.message}</InEnglish>
          {typeof issued === 'string' && (
            <>
              {' '}
              <a className={classes.link} href={invoiceAddress(issued)}>
                {t('closing.openIssued')}
              </a>
            </>
          )}
        </p>
      </div>
    );
  }
  const invoice = preview.data;
  return (
    <section
      className={layout.group}
      aria-label={t('closing.preview')}
      aria-busy={preview.isPending}
    >
      <span className={layout.legend}>{t('closing.preview')}</span>
      {invoice === undefined ? (
        <p className={layout.hint}>{t('loading')}</p>
      ) : (
        <table className={classes.sums}>
          <tbody>
            {keyed<AnyLine>(
              invoice.details?.lines ?? invoice.line_items,
              (line) => line.description,
            ).map(({ key, item: line }) => (
              <tr key={key}>
                <th scope="row">
                  <LineName line={line} />
                </th>
                <td>
                  <MoneyText value={line.amount} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('document.subtotal')}</th>
              <td>
                <MoneyText value={invoice.subtotal} />
              </td>
            </tr>
            <tr>
              <th scope="row">{t('document.tax')}</th>
              <td>
                <MoneyText value={invoice.tax} />
              </td>
            </tr>
            <tr data-strong>
              <th scope="row">{t('document.total')}</th>
              <td>
                <MoneyText value={invoice.total} currency={invoice.currency} />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
}
