/** An invoice as it lies on a desk: parties, period, lines with rate × volume, sums, terms, a stamp. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/contract/billing.ts';
import type { Issuer } from '../../../shared/contract/issuer.ts';
import { dayOf } from '../../../shared/billing/calendar.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { formatDay } from '../../ui/format.ts';
import { formatMoney, formatVolume } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { billingAddress } from '../../ui/addresses.ts';
import { InvoiceLines } from './invoice-lines.tsx';
import classes from './invoice-document.module.css';

export function InvoiceDocument({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const { customer, currency, status, details } = invoice;
  const { address } = customer;
  const lines = details?.lines ?? invoice.line_items;
  return (
    <article className={classes.paper} aria-label={t('document.label')}>
      <p className={classes.stamp} data-status={status}>
        {t(`invoices.status.${status}`)}
      </p>
      <header className="pd-apart">
        <div>
          <p className={classes.word}>{t('document.invoice')}</p>
          <p className="pd-flush pd-dim pd-figures">
            {details?.invoice_number ?? invoice.invoice_id}
          </p>
        </div>
        <p className={classes.due}>
          <MoneyText value={invoice.total} currency={currency} />
          <span>{t('document.dueBy', { day: formatDay(invoice.due_date) })}</span>
        </p>
      </header>
      <div className={classes.parties}>
        <section>
          <h2>{t('document.from')}</h2>
          <Issued by={details?.issuer ?? null} />
        </section>
        <section>
          <h2>{t('document.to')}</h2>
          <PartyLines name={customer.name} lines={[...linesOf(address), customer.email]} />
        </section>
        <dl className={classes.facts}>
          <Fact label={t('document.issued')}>{formatDay(invoice.issued_date)}</Fact>
          <Fact label={t('document.due')}>{formatDay(invoice.due_date)}</Fact>
          {details !== undefined && (
            <Fact label={t('document.period')}>
              <PlaceLink className="pd-link pd-rounded" href={usageAddress(details)}>
                {t('range', {
                  from: formatDay(details.period.start_date),
                  to: formatDay(details.period.end_date),
                })}
              </PlaceLink>
            </Fact>
          )}
          <Fact label={t('document.terms')}>{invoice.payment_terms}</Fact>
        </dl>
      </div>
      <InvoiceLines
        lines={lines}
        invoice={invoice}
        taxes={
          details === undefined
            ? [{ name: t('document.tax'), amount: invoice.tax }]
            : taxesOf(details, currency, t)
        }
      />
      {invoice.notes !== '' && (
        <section className={classes.notes}>
          <h2>{t('document.notes')}</h2>
          <p>{showHidden(invoice.notes)}</p>
        </section>
      )}
      <footer className="pd-caption">{t('document.rounding')}</footer>
    </article>
  );
}

/** In whose name the invoice was issued. */
function Issued({ by: issuer }: { by: Issuer | null }) {
  const { t } = useTranslation('billing');
  if (issuer === null) return <p className="pd-dim">{t('document.nobody')}</p>;
  const vat = issuer.vat_id === undefined ? '' : t('document.vat', { id: issuer.vat_id });
  const lines = [...linesOf(issuer.address), vat, issuer.registration ?? ''];
  return <PartyLines name={issuer.legal_name} lines={lines} />;
}

/** Lines of an address; those that are empty are left out where they are drawn. */
function linesOf(address: Issuer['address'] | Invoice['customer']['address']): readonly string[] {
  const { line1, postal_code: code = '', city, state = '', country } = address;
  const line2 = 'line2' in address ? (address.line2 ?? '') : '';
  return [line1, line2, [code, city, state].filter((each) => each !== '').join(' '), country];
}

function PartyLines({ name, lines }: { name: string; lines: readonly string[] }) {
  return (
    <p>
      <strong>{showHidden(name)}</strong>
      {lines
        .filter((each) => each !== '')
        .map((each) => (
          <span key={each}>{showHidden(each)}</span>
        ))}
    </p>
  );
}

/** Each tax with its rate; of several, with what it is asked on. */
function taxesOf({ taxes }: Details, currency: string, t: TFunction<'billing'>) {
  return taxes.map(({ percent, base, tax: amount }) => {
    const values = { percent: formatVolume(percent), base: formatMoney(base, currency) };
    const name = taxes.length === 1 ? t('document.taxOf', values) : t('document.taxOfBase', values);
    return { name, amount };
  });
}

type Details = NonNullable<Invoice['details']>;

function usageAddress({ account_id: account, period }: Details): string {
  return billingAddress({
    account,
    from: dayOf(period.start_date),
    to: dayOf(period.end_date),
    group: 'dataset',
  });
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
