/** The overview of who has data: the next payout with its date, what is on its way, payouts, who reads now, what is new. */
import { useTranslation } from 'react-i18next';
import { dayOf } from '../../../shared/billing/calendar.ts';
import type { Payout, PayoutPreferences } from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useDatasets } from '../../api/datasets.ts';
import { usePayoutCounts, usePayoutPreferences, usePayouts } from '../../api/payouts.ts';
import { useSessions } from '../../api/sessions.ts';
import { datasetsAddress, payoutsAddress, sessionsAddress } from '../../ui/addresses.ts';
import { Figure, FigureStrip } from '../../ui/figures/figure-strip.tsx';
import { formatCount, formatDay } from '../../ui/format.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { headlineText, nanos } from '../../ui/money/nanos-text.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { PayoutStatusBadge } from '../payouts/payout-status.tsx';
import { ActivityList } from './activity-list.tsx';
import { AllOf } from './all-of.tsx';
import type { PartsProps } from './parts.ts';
import { Attention, Pair } from './parts-frame.tsx';
import { SessionMeters } from './session-meters.tsx';

/** Rows of a part; the list has the others. */
const shown = 6;

export function HolderParts({ overview, chain }: PartsProps) {
  const holders = usePayoutPreferences().data ?? [];
  return (
    <>
      <HolderFigures holders={holders} />
      <Pair>
        <Attention overview={overview} chain={chain} />
        <NextRuns holders={holders} />
      </Pair>
      <SessionMeters />
      <LatestPayouts />
      <ActivityList items={overview.activity} generatedAt={overview.generated_at} />
    </>
  );
}

interface HoldersProps {
  readonly holders: readonly PayoutPreferences[];
}

/** Those that are paid first, first; of one day the greater balance. */
function byNextRun(holders: readonly PayoutPreferences[]): PayoutPreferences[] {
  return holders.toSorted(
    (one, other) => one.next_run.localeCompare(other.next_run) || other.balance - one.balance,
  );
}

function HolderFigures({ holders }: HoldersProps) {
  const { t } = useTranslation('overview');
  const counts = usePayoutCounts({}).data;
  const sessions = useSessions({ status: 'active' }).data;
  const datasets = useDatasets().data;
  const [next] = byNextRun(holders);
  return (
    <FigureStrip
      label={t('figures.title')}
      figures={
        <>
          {next !== undefined && <NextPayout next={next} />}
          {next !== undefined && <OnTheWay holders={holders} currency={next.currency} />}
          {counts !== undefined && (
            <Figure
              name={t('holder.paid')}
              value={formatCount(counts.COMPLETED)}
              href={`${payoutsAddress}?status=COMPLETED`}
              note={t('holder.failed', {
                count: counts.FAILED,
                amount: formatCount(counts.FAILED),
              })}
            />
          )}
          {sessions !== undefined && (
            <Figure
              name={t('sessions.title')}
              value={formatCount(sessions.total)}
              href={`${sessionsAddress}?status=active`}
              note={t('holder.sessions')}
            />
          )}
          {datasets !== undefined && (
            <Figure
              name={t('holder.datasets')}
              value={formatCount(datasets.length)}
              href={datasetsAddress}
              note={t('holder.datasetsNote')}
            />
          )}
        </>
      }
    />
  );
}

function NextPayout({ next }: { readonly next: PayoutPreferences }) {
  const { t } = useTranslation('overview');
  const { holder_id: holder, balance, threshold, currency } = next;
  const missing = nanos(threshold) - nanos(balance);
  return (
    <Figure
      name={t('holder.next', { day: formatDay(dayOf(next.next_run)) })}
      value={<MoneyText value={balance} currency={currency} headline short />}
      href={payoutsAddress}
      title={showHidden(holder)}
      note={
        missing > 0n
          ? t('holder.carried', { amount: headlineText(missing, currency) })
          : t('holder.reached')
      }
    />
  );
}

/** Amounts of one currency, added up in whole nanos. */
function OnTheWay({ holders, currency }: HoldersProps & { readonly currency: string }) {
  const { t } = useTranslation('overview');
  const sum = holders
    .filter((each) => each.currency === currency)
    .reduce((all, { pending_payout: sent }) => all + nanos(sent), 0n);
  return (
    <Figure
      name={t('holder.onTheWay')}
      value={<MoneyText value={Number(sum) / 1e9} currency={currency} headline short />}
      href={`${payoutsAddress}?status=PENDING`}
      note={t('holder.onTheWayNote')}
    />
  );
}

function NextRuns({ holders }: HoldersProps) {
  const { t } = useTranslation('overview');
  return (
    <Section
      title={t('holder.runs')}
      actions={<AllOf href={payoutsAddress} count={holders.length} />}
    >
      {holders.length === 0 ? (
        <p className="pd-flush pd-dim">{t('holder.noRuns')}</p>
      ) : (
        <PlainTable
          label={t('holder.runs')}
          isText
          columns={[
            { label: t('holder.holder') },
            { label: t('holder.run') },
            { label: t('holder.balance'), align: 'end' },
            { label: t('holder.threshold'), align: 'end' },
          ]}
        >
          {byNextRun(holders)
            .slice(0, shown)
            .map(({ holder_id: id, next_run: run, balance, threshold, currency }) => (
              <tr key={id}>
                <th scope="row">{showHidden(id)}</th>
                <td>{formatDay(dayOf(run))}</td>
                <td data-align="end">
                  <MoneyText value={balance} currency={currency} />
                </td>
                <td data-align="end">{formatMoney(threshold, currency)}</td>
              </tr>
            ))}
        </PlainTable>
      )}
    </Section>
  );
}

function LatestPayouts() {
  const { t } = useTranslation('overview');
  const query = usePayouts({}, 0);
  return (
    <Section
      title={t('holder.payouts')}
      actions={<AllOf href={payoutsAddress} count={query.data?.pagination.total} />}
    >
      <Loaded query={query} failed={t('holder.payoutsFailed')}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="pd-flush pd-dim">{t('holder.noPayouts')}</p>
          ) : (
            <PayoutRows payouts={data.slice(0, shown)} />
          )
        }
      </Loaded>
    </Section>
  );
}

function PayoutRows({ payouts }: { readonly payouts: readonly Payout[] }) {
  const { t } = useTranslation('overview');
  return (
    <PlainTable
      label={t('holder.payouts')}
      columns={[
        { label: t('holder.run') },
        { label: t('holder.holder') },
        { label: t('holder.period') },
        { label: t('amount'), align: 'end' },
        { label: t('state') },
      ]}
    >
      {payouts.map((each) => (
        <tr key={each.payout_id}>
          <th scope="row">
            <PlaceLink
              className="pd-text-link pd-underlined"
              href={`${payoutsAddress}?payout=${encodeURIComponent(each.payout_id)}`}
            >
              {formatDay(dayOf(each.created_at))}
            </PlaceLink>
          </th>
          <td>{showHidden(each.holder_id ?? '')}</td>
          <td>
            {t('range', {
              from: formatDay(each.period.start_date),
              to: formatDay(each.period.end_date),
            })}
          </td>
          <td data-align="end">
            <MoneyText value={each.amount} currency={each.currency} />
          </td>
          <td>
            <PayoutStatusBadge status={each.status} />
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}
