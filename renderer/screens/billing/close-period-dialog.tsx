/** Closes a month of an account: the invoice as it would be issued, then the invoice. */
import { useState } from 'react';
import { Button, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { closePeriodSchema, type Invoice } from '../../../shared/contract/billing.ts';
import { addMonths, monthOf } from '../../../shared/billing/calendar.ts';
import { useAccounts, useClosePeriod, useClosePreview } from '../../api/billing.ts';
import { toFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { invoiceAddress } from '../../ui/addresses.ts';
import { keyed } from '../../ui/keyed.ts';
import { formatMoney } from '../../ui/money.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Select } from '../../ui/form/choices.tsx';
import form from '../../ui/form/form.module.css';
import { localFaults, useFormFaults } from '../../ui/form-faults.ts';
import { formatMonth } from '../../ui/format.ts';
import { dayOfMs, monthsBack } from './periods.ts';
import { InEnglish } from '../../ui/in-english.tsx';
import { LineName, type AnyLine } from './invoice-document.tsx';
import classes from './billing.module.css';

export interface ClosePeriodDialogProps {
  readonly opened: boolean;
  /** The account that the form starts with. */
  readonly account: string | undefined;
  readonly onClose: () => void;
  readonly onClosed: (invoice: Invoice) => void;
}

export function ClosePeriodDialog(props: ClosePeriodDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('making.close')} size={560}>
      <CloseForm {...props} />
    </Dialog>
  );
}

/** Months that can be chosen to be closed. */
const offeredMonths = 36;

function CloseForm({ account: first, onClose, onClosed }: ClosePeriodDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  const accounts = useAccounts();
  const closing = useClosePeriod();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [lastMonth] = useState(() => addMonths(monthOf(dayOfMs(Date.now())), -1).slice(0, 7));
  const [chosen, setChosen] = useState(first);
  const [month, setMonth] = useState(lastMonth);
  const [notes, setNotes] = useState('');
  const account = chosen ?? accounts.data?.[0]?.account_id;
  const preview = useClosePreview(account, month);
  const submit = () => {
    const body = {
      account_id: account ?? '',
      month,
      ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
    };
    const found = localFaults(closePeriodSchema, body);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    clear();
    closing.mutate(body, {
      onSuccess: (invoice) => {
        notify({
          title: t('closing.done', {
            month: formatMonth(month),
            amount: formatMoney(invoice.total, invoice.currency),
          }),
        });
        onClosed(invoice);
      },
      onError: fail,
    });
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
      <p className={form.text}>{t('closing.text')}</p>
      <FormFailure
        failure={failure}
        title={t('closing.failed')}
        shown={['account_id', 'month', 'notes']}
      />
      <div className={form.row}>
        <Select
          label={t('closing.account')}
          data-autofocus
          required
          allowDeselect={false}
          data={(accounts.data ?? []).map((each) => ({ value: each.account_id, label: each.name }))}
          value={account ?? null}
          error={faults['account_id']}
          onChange={(value) => {
            setChosen(value ?? undefined);
            clear();
          }}
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
          value={month}
          error={faults['month']}
          onChange={(value) => {
            setMonth(value ?? lastMonth);
            clear();
          }}
        />
      </div>
      <Preview preview={preview} />
      <Textarea
        label={t('closing.notes')}
        autosize
        minRows={1}
        maxRows={4}
        placeholder={t('closing.notesHint')}
        value={notes}
        error={faults['notes']}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      <div className={form.actions}>
        <span className={form.actionsNote}>{t('closing.note')}</span>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button
          type="submit"
          variant="filled"
          loading={closing.isPending}
          disabled={preview.isError || preview.isFetching}
        >
          {t('closing.submit')}
        </Button>
      </div>
    </form>
  );
}

function Preview({ preview }: { preview: ReturnType<typeof useClosePreview> }) {
  const { t } = useTranslation('billing');
  if (preview.isError) {
    const failure = toFailure(preview.error);
    const issued = failure.details['invoice_id'];
    return (
      <div className={form.failure} role="alert">
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
    <section className={form.group} aria-label={t('closing.preview')} aria-busy={preview.isPending}>
      <span className={form.legend}>{t('closing.preview')}</span>
      {invoice === undefined ? (
        <p className={form.hint}>{t('loading')}</p>
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
