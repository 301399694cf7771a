/** Beside an invoice: how it was paid or why not, the ledger entry that vouches for it, its books. */
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Invoice, InvoiceDetails } from '../../../shared/contract/billing.ts';
import type { OperationId } from '../../../shared/contract/routes.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { creditNotePdf, receiptPdf, reminderPdf, useJournal } from '../../api/billing.ts';
import type { ReceivedFile } from '../../api/client.ts';
import { useCreditNote, useCreditNotes } from '../../api/credit-notes.ts';
import { useShares } from '../../api/payouts.ts';
import { PlaceLink, PlaceWay } from '../../ui/places/place-link.tsx';
import { billingAddress, datasetAddress } from '../../ui/addresses.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { nanosOf } from '../../ui/money/money-sum.ts';
import { nanosText } from '../../ui/money/nanos-text.ts';
import { useDocumentSaver } from '../../ui/use-document-saver.ts';
import classes from '../../ui/money/billing.module.css';

/** Transactions of one invoice: issued, paid, canceled, accrued. */
const bookLines = 20;

export function InvoiceAside({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const { details, status, currency } = invoice;
  return (
    <aside className="pd-slim pd-grid pd-gap-12 pd-unprinted" aria-label={t('aside.label')}>
      {details?.payment !== null && details?.payment !== undefined && (
        <PaymentPart payment={details.payment} number={details.invoice_number} />
      )}
      {status === 'PAID' && details !== undefined && details.payment === null && (
        <Part title={t('aside.payment')}>
          <p className="pd-note">{t('aside.nothingDue')}</p>
        </Part>
      )}
      {status === 'CANCELED' && (
        <Part title={t('aside.canceled')}>
          {details?.canceled_date !== null && details?.canceled_date !== undefined && (
            <p>
              <Instant at={details.canceled_date} withZone />
            </p>
          )}
          {details?.cancel_reason !== null && details?.cancel_reason !== undefined && (
            <p className={classes.quote}>{showHidden(details.cancel_reason)}</p>
          )}
          <p className="pd-note">{t('aside.anew')}</p>
        </Part>
      )}
      {(status === 'PENDING' || status === 'OVERDUE') && (
        <Part title={t('aside.payment')}>
          <p>{t(status === 'OVERDUE' ? 'aside.overdue' : 'aside.open')}</p>
        </Part>
      )}
      {details !== undefined && (
        <Part title={t('aside.entry')}>
          <dl className={classes.pairs}>
            <dt>{t('aside.seq')}</dt>
            <dd>{formatCount(details.entry.seq)}</dd>
            <dt>{t('aside.hash')}</dt>
            <dd>
              <CopiedValue value={details.entry.hash} what={t('aside.hash')} />
            </dd>
            <dt>{t('aside.pdf')}</dt>
            <dd>
              <CopiedValue value={details.pdf_sha256} what={t('aside.pdf')} />
            </dd>
          </dl>
          <p className="pd-note">{t('aside.entryNote')}</p>
        </Part>
      )}
      {details !== undefined && details.reminders.length > 0 && (
        <Reminders invoiceId={invoice.invoice_id} details={details} />
      )}
      <CreditNotes invoiceId={invoice.invoice_id} />
      <Shares invoiceId={invoice.invoice_id} />
      <Books invoiceId={invoice.invoice_id} currency={currency} />
    </aside>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className="pd-lower-heading">{title}</h2>
      {children}
    </section>
  );
}

type Payment = NonNullable<NonNullable<Invoice['details']>['payment']>;

function PaymentPart({ payment, number }: { payment: Payment; number: string }) {
  const { t } = useTranslation('billing');
  const may = useMay();
  const file = useDocumentSaver();
  const { payment_method: method, payment_id: id } = payment;
  return (
    <Part title={t('aside.payment')}>
      <dl className={classes.pairs}>
        <dt>{t('aside.amount')}</dt>
        <dd>
          <MoneyText value={payment.amount} currency={payment.currency} />
        </dd>
        <dt>{t('aside.date')}</dt>
        <dd>
          <Instant at={payment.payment_date} withZone />
        </dd>
        <dt>{t('aside.method')}</dt>
        <dd>{t('method.name', { brand: method.brand, last4: method.last4 })}</dd>
        <dt>{t('aside.paymentId')}</dt>
        <dd>
          <CopiedValue value={id} what={t('aside.paymentId')} />
        </dd>
      </dl>
      {may('getReceipt') && (
        <Button
          leftSection={<IconReceipt size={14} stroke={1.75} />}
          loading={file.busy}
          onClick={() => file.save(() => receiptPdf(id), `receipt-${number}.pdf`)}
        >
          {t('aside.receipt')}
        </Button>
      )}
    </Part>
  );
}

/** A way to the paper of something, where one may read papers. */
function PaperButton({
  operation,
  file: name,
  read,
}: {
  /** The one that reads it. */
  readonly operation: OperationId;
  readonly file: string;
  readonly read: () => Promise<ReceivedFile>;
}) {
  const { t } = useTranslation('billing');
  const may = useMay();
  const file = useDocumentSaver();
  if (!may(operation)) return null;
  return (
    <button
      type="button"
      className={classes.rowButton}
      aria-label={`${t('aside.document')} ${name}`}
      disabled={file.busy}
      onClick={() => file.save(read, name)}
    >
      {t('aside.document')}
    </button>
  );
}

/** Those that were given while it was not paid. */
function Reminders({ invoiceId, details }: { invoiceId: string; details: InvoiceDetails }) {
  const { t } = useTranslation('billing');
  return (
    <Part title={t('aside.reminders')}>
      <ul className={classes.rows}>
        {details.reminders.map(({ level, after_days: days, reminded_at: at }) => (
          <li key={level}>
            <span>
              {t('aside.reminder', { level, days })}
              <small>
                <Instant at={at} withZone />
              </small>
            </span>
            <PaperButton
              operation="getReminderPdf"
              file={`${details.invoice_number}-reminder-${level}.pdf`}
              read={() => reminderPdf(invoiceId, level)}
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What was taken back of it. */
function CreditNotes({ invoiceId }: { invoiceId: string }) {
  const { t } = useTranslation('billing');
  const { data } = useCreditNotes(invoiceId);
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Part title={t('creditNote.all')}>
      <ul className={classes.rows}>
        {data.data.map((each) => (
          <li key={each.credit_note_id}>
            <span className="pd-slim">
              {each.credit_note_number}
              <small>
                <Instant at={each.issued_date} withZone />
              </small>
              <small>{showHidden(each.reason)}</small>
              <PaperButton
                operation="getCreditNotePdf"
                file={`${each.credit_note_number}.pdf`}
                read={() => creditNotePdf(each.credit_note_id)}
              />
              <NoteHash id={each.credit_note_id} />
            </span>
            <MoneyText value={-each.total} currency={each.currency} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The hash of the paper of a credit note, as it was issued. */
function NoteHash({ id }: { id: string }) {
  const { t } = useTranslation('billing');
  const hash = useCreditNote(id).data?.pdf_sha256;
  if (hash === undefined || hash === null) return null;
  return (
    <>
      <small>{t('aside.pdf')}</small>
      <CopiedValue value={hash} what={t('aside.pdf')} />
    </>
  );
}

/** What holders of the data get of it. */
function Shares({ invoiceId }: { invoiceId: string }) {
  const { t } = useTranslation('billing');
  const { data } = useShares({ document: invoiceId }, 0);
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Part title={t('aside.shares')}>
      <ul className={classes.rows}>
        {data.data.map((each) => (
          <li key={`${each.dataset_id} ${each.holder_id}`}>
            <span>
              <PlaceLink className={classes.link} href={datasetAddress(each.dataset_id)}>
                {showHidden(each.dataset_id)}
              </PlaceLink>
              <small>{t('aside.ofHolder', { holder: each.holder_id })}</small>
            </span>
            <MoneyText value={each.net} currency={each.currency} />
          </li>
        ))}
      </ul>
      <p className="pd-note">{t('aside.sharesNote')}</p>
    </Part>
  );
}

function Books({ invoiceId, currency }: { invoiceId: string; currency: string }) {
  const { t } = useTranslation('billing');
  const { data } = useJournal(invoiceId, 0, bookLines);
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Part title={t('aside.books')}>
      <ul className={classes.rows}>
        {data.data.map((each) => (
          <li key={each.transaction}>
            <span>
              {t(`event.${each.event}`, { defaultValue: each.event })}
              <small>
                <Instant at={each.at} withZone />
              </small>
            </span>
            <span className="pd-figures pd-nowrap">
              {nanosText(nanosOf(each.postings.map((one) => one.debit)) ?? 0n, currency)}
            </span>
          </li>
        ))}
      </ul>
      <PlaceWay
        className={classes.link}
        href={billingAddress({ tab: 'journal', source: invoiceId })}
      >
        {t('aside.journal')}
      </PlaceWay>
    </Part>
  );
}
