/** Holders of data: balance, carry to the threshold, what is on its way, the schedule. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconCashBanknote, IconPencil, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PayoutPreferences } from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { openDialog } from '../../state/dialogs.ts';
import { datasetsAddress, payoutsAddress } from '../../ui/addresses.ts';
import { Instant } from '../../ui/instant.tsx';
import { formatMoney, formatVolume } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { headlineText, nanos } from '../../ui/money/nanos-text.ts';
import { PlaceLink, PlaceWay } from '../../ui/places/place-link.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PreferencesDialog } from './preferences-dialog.tsx';
import classes from '../../ui/money/billing.module.css';

export function Holders({ holders }: { holders: readonly PayoutPreferences[] }) {
  return (
    <div className={classes.holders}>
      {holders.map((each) => (
        <HolderCard key={each.holder_id} preferences={each} />
      ))}
    </div>
  );
}

export function NoHolders() {
  const { t } = useTranslation('payouts');
  return (
    <EmptyState
      compact
      icon={<IconCashBanknote size={20} stroke={1.6} />}
      title={t('holders.none')}
      actions={<HoldersStep />}
    >
      {t('holders.noneText')}
    </EmptyState>
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
        <PlaceLink
          className={classes.link}
          href={`${payoutsAddress}?${new URLSearchParams({ holder: id })}`}
        >
          {showHidden(id)}
        </PlaceLink>
        <span className="pd-space" />
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
