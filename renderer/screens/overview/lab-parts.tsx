/** The overview of who uses data: the month's cost and its limits, open sessions, invoices, what is new. */
import { useTranslation } from 'react-i18next';
import { dayOf, monthOf } from '../../../shared/billing/calendar.ts';
import type { ListedInvoice, SpendingLimit } from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useInvoiceCounts, useInvoices, useLimits, useUsage } from '../../api/billing.ts';
import { useSessions } from '../../api/sessions.ts';
import { billingAddress, invoiceAddress, sessionsAddress } from '../../ui/addresses.ts';
import { MeasureBar } from '../../ui/charts/share-bar.tsx';
import { Figure, FigureStrip } from '../../ui/figures/figure-strip.tsx';
import { MarkedWord } from '../../ui/figures/marked-word.tsx';
import { formatCount, formatDay, formatMonth, formatPercent } from '../../ui/format.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { Loaded } from '../../ui/page/loaded.tsx';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { InvoiceStatusBadge } from '../billing/invoice-status.tsx';
import { ActivityList } from './activity-list.tsx';
import { AllOf } from './all-of.tsx';
import type { PartsProps } from './parts.ts';
import { Attention, Pair } from './parts-frame.tsx';
import { SessionMeters } from './session-meters.tsx';
import classes from './overview.module.css';

/** Rows of a part; the list has the others. */
const shown = 6;
/** Share of a limit from which on it is near. */
const near = 0.8;

export function LabParts({ overview, chain }: PartsProps) {
  const { generated_at: generatedAt } = overview;
  return (
    <>
      <LabFigures today={dayOf(generatedAt)} />
      <Pair>
        <Attention overview={overview} chain={chain} />
        <Limits />
      </Pair>
      <SessionMeters />
      <Invoices />
      <ActivityList items={overview.activity} generatedAt={generatedAt} />
    </>
  );
}

/** How much of a limit is spent; one of nothing is reached from the start. */
function shareOf({ amount, spent }: SpendingLimit): number {
  return amount === 0 ? 1 : spent / amount;
}

function LabFigures({ today }: { readonly today: string }) {
  const { t } = useTranslation('overview');
  const counts = useInvoiceCounts({}).data;
  const sessions = useSessions({ status: 'active' }).data;
  return (
    <FigureStrip
      label={t('figures.title')}
      figures={
        <>
          <Cost today={today} />
          <NearestLimit />
          {sessions !== undefined && (
            <Figure
              name={t('sessions.title')}
              value={formatCount(sessions.total)}
              href={`${sessionsAddress}?status=active`}
              note={t('lab.sessions')}
            />
          )}
          {counts !== undefined && (
            <Figure
              name={t('lab.pending')}
              value={formatCount(counts.PENDING)}
              href={billingAddress({ tab: 'invoices', status: 'PENDING' })}
              note={t('lab.pendingNote')}
            />
          )}
          {counts !== undefined && (
            <Figure
              name={t('lab.overdue')}
              value={formatCount(counts.OVERDUE)}
              href={billingAddress({ tab: 'invoices', status: 'OVERDUE' })}
              note={t('lab.overdueNote')}
            />
          )}
        </>
      }
    />
  );
}

/** What was used since the first of the month. */
function Cost({ today }: { readonly today: string }) {
  const { t } = useTranslation('overview');
  const from = monthOf(today);
  const usage = useUsage({ start: from, end: today }).data;
  if (usage === undefined) return null;
  const { total_cost: cost, currency } = usage.costs;
  const { total_sessions: sessions } = usage.metrics;
  return (
    <Figure
      name={t('lab.month', { month: formatMonth(today.slice(0, 7)) })}
      value={<MoneyText value={cost} currency={currency} headline short />}
      href={billingAddress({ from, to: today, group: 'day' })}
      note={t('lab.monthNote', { count: sessions, amount: formatCount(sessions) })}
    />
  );
}

function NearestLimit() {
  const { t } = useTranslation(['overview', 'billing']);
  const limits = useLimits().data;
  const nearest = limits?.toSorted((one, other) => shareOf(other) - shareOf(one))[0];
  if (nearest === undefined) return null;
  return (
    <Figure
      name={t('lab.nearest')}
      value={formatPercent(shareOf(nearest))}
      href={billingAddress({ tab: 'limits' })}
      note={t('lab.ofLimit', {
        money: formatMoney(nearest.amount, nearest.currency),
        span: t(`billing:span.${nearest.period}`),
      })}
    />
  );
}

function Limits() {
  const { t } = useTranslation(['overview', 'billing']);
  const query = useLimits();
  return (
    <Section
      title={t('lab.limits')}
      actions={<AllOf href={billingAddress({ tab: 'limits' })} count={query.data?.length} />}
    >
      <Loaded query={query} failed={t('lab.limitsFailed')}>
        {(limits) =>
          limits.length === 0 ? (
            <p className="pd-flush pd-dim">{t('lab.noLimits')}</p>
          ) : (
            <PlainTable
              label={t('lab.limits')}
              isText
              columns={[
                { label: t('lab.limit') },
                { label: t('lab.spent'), align: 'end' },
                { label: t('lab.share') },
                { label: t('amount'), align: 'end' },
              ]}
            >
              {limits.slice(0, shown).map((each) => (
                <LimitRow key={each.limit_id} limit={each} />
              ))}
            </PlainTable>
          )
        }
      </Loaded>
    </Section>
  );
}

function LimitRow({ limit }: { readonly limit: SpendingLimit }) {
  const { t } = useTranslation(['overview', 'billing']);
  const { account_id: account, amount, spent, currency, period } = limit;
  const share = shareOf(limit);
  return (
    <tr>
      <th scope="row">
        {showHidden(account ?? t('attention.everyAccount'))}{' '}
        <span className="pd-dim">{t(`billing:span.${period}`)}</span>
      </th>
      <td data-align="end">
        <MoneyText value={spent} currency={currency} />
      </td>
      <td className={classes.meter}>
        <MeasureBar value={share} top={Math.max(1, share)} marks={[{ at: 1 }]} />
        <MarkedWord standing={share >= near ? 'warn' : 'fine'}>{formatPercent(share)}</MarkedWord>
      </td>
      <td data-align="end">{formatMoney(amount, currency)}</td>
    </tr>
  );
}

function Invoices() {
  const { t } = useTranslation('overview');
  const query = useInvoices({}, 0);
  const address = billingAddress({ tab: 'invoices' });
  return (
    <Section
      title={t('lab.invoices')}
      actions={<AllOf href={address} count={query.data?.pagination.total} />}
    >
      <Loaded query={query} failed={t('lab.invoicesFailed')}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="pd-flush pd-dim">{t('lab.noInvoices')}</p>
          ) : (
            <PlainTable
              label={t('lab.invoices')}
              columns={[
                { label: t('lab.invoiceMonth') },
                { label: t('lab.account') },
                { label: t('lab.dueOn') },
                { label: t('amount'), align: 'end' },
                { label: t('state') },
              ]}
            >
              {data.slice(0, shown).map((each) => (
                <InvoiceRow key={each.invoice_id} invoice={each} />
              ))}
            </PlainTable>
          )
        }
      </Loaded>
    </Section>
  );
}

function InvoiceRow({ invoice }: { readonly invoice: ListedInvoice }) {
  const { invoice_id: id, period, account_id: account, due_date: due, amount, currency } = invoice;
  return (
    <tr>
      <th scope="row">
        <PlaceLink className="pd-text-link pd-underlined" href={invoiceAddress(id)}>
          {formatMonth(period.start_date.slice(0, 7))}
        </PlaceLink>
      </th>
      <td>{showHidden(account ?? '')}</td>
      <td>{formatDay(dayOf(due))}</td>
      <td data-align="end">
        <MoneyText value={amount} currency={currency} />
      </td>
      <td>
        <InvoiceStatusBadge status={invoice.status} />
      </td>
    </tr>
  );
}
