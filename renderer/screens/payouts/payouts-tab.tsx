/** Holders with their balances and schedules; their payouts, each with the accruals behind it. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconCashBanknote, IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  payoutStatuses,
  type Payout,
  type PayoutPreferences,
} from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { billingPageSize } from '../../api/billing.ts';
import { useMay } from '../../api/capabilities.ts';
import { usePayoutCounts, usePayoutPreferences, usePayouts } from '../../api/payouts.ts';
import { openDialog } from '../../state/dialogs.ts';
import { billingAddress, datasetsAddress, payoutsAddress } from '../../ui/addresses.ts';
import { Select } from '../../ui/form/choices.tsx';
import { Instant } from '../../ui/instant.tsx';
import { ListTable } from '../../ui/list/list-table.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { Segments, sumOf } from '../../ui/list/segments.tsx';
import { TableMenu } from '../../ui/list/table-menu.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { formatMoney, formatVolume } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { headlineText, nanos } from '../../ui/money/nanos-text.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AccrualsSection } from './accruals-section.tsx';
import { payoutsTable } from './payout-tables.tsx';
import { PreferencesDialog } from './preferences-dialog.tsx';
import { parsePayoutsSearch, type PayoutsSearch } from './search.ts';
import type { TabProps } from './tab-props.ts';
import classes from '../../ui/money/billing.module.css';

const everybody = ' ';

export function PayoutsTab({ search, show }: TabProps) {
  const { t } = useTranslation('payouts');
  const may = useMay();
  const query = usePayoutPreferences();
  const { holder } = search;
  if (!may('listPayoutPreferences')) return <PayoutList search={search} show={show} />;
  return (
    <Loaded query={query} failed={t('holders.failed')}>
      {(holders) =>
        holders.length === 0 ? (
          <EmptyState
            compact
            icon={<IconCashBanknote size={20} stroke={1.6} />}
            title={t('holders.none')}
            actions={<HoldersStep />}
          >
            {t('holders.noneText')}
          </EmptyState>
        ) : (
          <div className={classes.stack}>
            <div className={classes.toolbar}>
              <Select
                className={classes.account ?? ''}
                aria-label={t('holders.select')}
                allowDeselect={false}
                data={[
                  { value: everybody, label: t('holders.all') },
                  ...holders.map((each) => ({ value: each.holder_id, label: each.holder_id })),
                ]}
                value={holder ?? everybody}
                onChange={(value) =>
                  show({
                    holder: value === null || value === everybody ? undefined : value,
                    offset: undefined,
                    payout: undefined,
                  })
                }
              />
            </div>
            <div className={classes.holders}>
              {holders
                .filter((each) => holder === undefined || each.holder_id === holder)
                .map((each) => (
                  <HolderCard key={each.holder_id} preferences={each} />
                ))}
            </div>
            <PayoutList search={search} show={show} />
          </div>
        )
      }
    </Loaded>
  );
}

/** What brings the first holder: a dataset, for whom it is to make one. */
function HoldersStep() {
  const { t } = useTranslation('payouts');
  const may = useMay();
  return may('createDataset') ? (
    <Button
      leftSection={<IconPlus size={14} />}
      onClick={() => openDialog({ kind: 'new-dataset' })}
    >
      {t('holders.newDataset')}
    </Button>
  ) : (
    <Button component={PlaceWay} href={datasetsAddress}>
      {t('holders.datasets')}
    </Button>
  );
}

/** Balance, carry to the threshold, what is on its way, and the schedule. */
function HolderCard({ preferences }: { preferences: PayoutPreferences }) {
  const may = useMay();
  const { t } = useTranslation('payouts');
  const [editing, setEditing] = useState(false);
  const { holder_id: id, balance, threshold, currency, frequency, method } = preferences;
  const missing = nanos(threshold) - nanos(balance);
  const share = threshold === 0 ? 1 : Math.min(1, balance / threshold);
  return (
    <section className={classes.limit} aria-label={id}>
      <div className="pd-row pd-wraps pd-gap-4-8">
        <strong>{showHidden(id)}</strong>
        <span className={classes.space} />
        {may('setPayoutPreferences') && (
          <Button
            leftSection={<IconPencil size={14} stroke={1.75} />}
            onClick={() => setEditing(true)}
          >
            {t('preferences.edit')}
          </Button>
        )}
      </div>
      <dl className={classes.balances}>
        <div>
          <dt>{t('balance.available')}</dt>
          <dd>
            <MoneyText value={balance} currency={currency} headline />
          </dd>
        </div>
        <div>
          <dt>{t('balance.pending')}</dt>
          <dd>
            <MoneyText value={preferences.pending_payout} currency={currency} headline />
          </dd>
        </div>
        <div>
          <dt>{t('balance.threshold')}</dt>
          <dd>
            <MoneyText value={threshold} currency={currency} />
          </dd>
        </div>
      </dl>
      <div
        className={classes.meter}
        role="meter"
        aria-label={t('balance.meter', { holder: id })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={t('balance.meterText', {
          balance: formatMoney(balance, currency),
          threshold: formatMoney(threshold, currency),
        })}
      >
        <span className={classes.meterFill} data-tone="info" style={{ width: `${share * 100}%` }} />
      </div>
      <div className={classes.limitFoot}>
        <span>
          {missing > 0n
            ? t('balance.carried', { amount: headlineText(missing, currency) })
            : t('balance.ready')}
        </span>
      </div>
      <p className="pd-note">
        {t(`frequency.${frequency}`)} · {t(`method.${method}`)} ·{' '}
        {t('preferences.fee', { percent: formatVolume(preferences.fee_percent) })}
        <br />
        {t('preferences.next')} <Instant at={preferences.next_run} withZone />
      </p>
      <PreferencesDialog
        opened={editing}
        preferences={preferences}
        onClose={() => setEditing(false)}
      />
    </section>
  );
}

function PayoutList({ search, show }: TabProps) {
  const { t } = useTranslation(['payouts', 'tables']);
  const { holder, status, last, offset = 0, payout: opened } = search;
  const query = usePayouts({ holder, status, last }, offset);
  const counts = usePayoutCounts({ holder });
  const all = sumOf(counts.data);
  const isNarrowed = holder !== undefined || status !== undefined || last !== undefined;
  const source = pagedRows(
    query,
    { offset, size: billingPageSize },
    {
      source: {
        operation: 'listPayouts',
        query: {
          holder_id: holder,
          status,
          last: last === undefined ? undefined : 'true',
          include: 'holder',
        },
      },
      idPath: '/payout_id',
    },
  );
  const table = useTable(payoutsTable, source, t);
  const { rows } = table;
  const narrow = (part: Pick<PayoutsSearch, 'holder' | 'status' | 'last'>) =>
    show({ last: undefined, ...part, offset: undefined, payout: undefined });
  const accruals = (id: string) => (
    <AccrualsSection payout={id} onClose={() => show({ payout: undefined })} />
  );
  const behind = ({ payout_id: id }: Payout) => (
    <Behind
      id={id}
      isOpen={id === opened}
      onToggle={() => show({ payout: id === opened ? undefined : id })}
    />
  );
  const isElsewhere = rows.length > 0 && !rows.some((each) => each.payout_id === opened);
  return (
    <div className={classes.stack}>
      <div className={classes.toolbar}>
        <Segments
          label={t('list.segments')}
          segments={(['all', ...payoutStatuses] as const).map((each) => ({
            value: each,
            label: t(`status.${each}`),
            count: each === 'all' ? all : counts.data?.[each],
          }))}
          value={status ?? 'all'}
          onChange={(next) => narrow({ status: next === 'all' ? undefined : next })}
        />
        {last !== undefined && (
          <Button leftSection={<IconX size={14} />} onClick={() => narrow({ status })}>
            {t('list.onlyLast')}
          </Button>
        )}
        <span className={classes.space} />
        <TableMenu
          {...menuOf(table, {
            title: t('tab.payouts'),
            view: {
              search: { holder, status, last },
              open: (view) => {
                const next = parsePayoutsSearch(view);
                narrow({ holder: next.holder, status: next.status, last: next.last });
              },
            },
            notes: [
              ...(holder === undefined ? [] : [`${t('column.holder')}: ${holder}`]),
              ...(status === undefined ? [] : [t(`status.${status}`)]),
              ...(last === undefined ? [] : [t('list.onlyLast')]),
            ],
          })}
        />
      </div>
      {opened !== undefined && isElsewhere && accruals(opened)}
      <ListTable
        table={table}
        title={t('tab.payouts')}
        failed={t('list.failed')}
        empty={
          <EmptyState
            compact
            icon={<IconCashBanknote size={20} stroke={1.6} />}
            title={t(status === undefined ? 'list.none' : 'list.noResult')}
            actions={
              isNarrowed ? (
                <Button
                  leftSection={<IconX size={14} />}
                  onClick={() => narrow({ holder: undefined, status: undefined })}
                >
                  {t('list.all')}
                </Button>
              ) : (
                <Button component={PlaceWay} href={`${payoutsAddress}?tab=revenue`}>
                  {t('list.revenue')}
                </Button>
              )
            }
          >
            {t('list.noneText')}
          </EmptyState>
        }
        draw={{ behind }}
        openId={opened}
        renderBeneath={({ payout_id: id }) => accruals(id)}
        onOffset={(next) => show({ offset: next === 0 ? undefined : next })}
        keys={{
          noun: 'payouts',
          idName: t('column.id'),
          total: query.data && (status === undefined ? rows.length : (all ?? rows.length)),
          filtersOf: (payout) => [
            {
              label: `${t('column.status')}: ${t(`status.${payout.status}`)}`,
              run: () => narrow({ status: payout.status }),
            },
            ...(payout.holder_id === undefined
              ? []
              : [
                  {
                    label: `${t('column.holder')}: ${payout.holder_id}`,
                    run: () => narrow({ holder: payout.holder_id }),
                  },
                ]),
          ],
        }}
      />
    </div>
  );
}

/** The ways to the rows behind a payout. */
function Behind({ id, isOpen, onToggle }: { id: string; isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation('payouts');
  const { t: bundles } = useTranslation('bundles');
  const { t: proof } = useTranslation('proof');
  const may = useMay();
  return (
    <span className={classes.links}>
      <button
        type="button"
        className={classes.rowButton}
        data-opens
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {t('column.accruals')}
      </button>
      <PlaceWay className={classes.link} href={billingAddress({ tab: 'journal', source: id })}>
        {t('column.journal')}
      </PlaceWay>
      {may('getRowProof') && (
        <button
          type="button"
          className={classes.rowButton}
          onClick={() => openDialog({ kind: 'row-proof', table: 'payouts', id })}
        >
          {proof('action')}
        </button>
      )}
      {may('createBundle') && (
        <button
          type="button"
          className={classes.rowButton}
          onClick={() =>
            openDialog({ kind: 'export-bundle', filter: null, recordIds: [], payoutId: id })
          }
        >
          {bundles('short')}
        </button>
      )}
    </span>
  );
}
