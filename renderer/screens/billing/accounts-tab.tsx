/** Accounts: who is billed, on which terms, by which rate card; suspensions, credits and charges of one. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/contract/billing.ts';
import type { AccountDetails } from '../../../shared/contract/billing-parties.ts';
import { limits as apiLimits } from '../../../shared/contract/limits.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useAccounts, useAdjustments } from '../../api/billing.ts';
import { useAccount } from '../../api/billing-parties.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { billingAddress } from '../../ui/addresses.ts';
import { Instant } from '../../ui/instant.tsx';
import { formatCount } from '../../ui/format.ts';
import { formatVolume } from '../../ui/money/money.ts';
import { AccountEditDialog } from './account-edit-dialog.tsx';
import { accountsTable, adjustmentsTable } from './account-tables.tsx';
import { AdjustmentDialog } from './adjustment-dialog.tsx';
import type { TabProps } from './tab-props.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { givenRows, pagedRows } from '../../ui/list/row-source.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { PlaceLink, PlaceWay } from '../../ui/places/place-link.tsx';
import { SuspensionDialog } from './suspension-dialog.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import classes from '../../ui/money/billing.module.css';

/** Of an account, the newest. */
const shownVersions = 5;
const adjustmentsPage = apiLimits.billing.defaultLimit;

export function AccountsTab({ search }: TabProps) {
  const { t } = useTranslation(['billing', 'tables']);
  const query = useAccounts();
  const accounts = query.data ?? [];
  const table = useTable(accountsTable, givenRows(accounts), t);
  const chosen = accounts.find((each) => each.account_id === search.account) ?? accounts.at(0);
  const name = (account: Account) => (
    <PlaceLink
      className={classes.link}
      href={billingAddress({ tab: 'accounts', account: account.account_id })}
      aria-current={account.account_id === chosen?.account_id || undefined}
    >
      {showHidden(account.name)}
    </PlaceLink>
  );
  return (
    <Loaded query={query} failed={t('account.failed')}>
      {() => (
        <div className={classes.split}>
          <div className="pd-stack pd-slim pd-gap-12">
            <div className="pd-wrapping pd-gap-8">
              <span className="pd-note">
                {t('account.count', {
                  count: accounts.length,
                  formatted: formatCount(accounts.length),
                })}
              </span>
              <TableActions {...menuOf(table, { title: t('tab.accounts') })} />
            </div>
            <ListTable
              table={table}
              title={t('tab.accounts')}
              draw={{ name }}
              openId={chosen?.account_id}
            />
          </div>
          {chosen !== undefined && <AccountDetail key={chosen.account_id} account={chosen} />}
        </div>
      )}
    </Loaded>
  );
}

function AccountDetail({ account }: { account: Account }) {
  const { t } = useTranslation('billing');
  const [dialog, setDialog] = useState<'suspension' | 'adjustment' | 'edit'>();
  /** What the dialog was opened for: it stays that, whatever others do meanwhile. */
  const [isToSuspend, setToSuspend] = useState(true);
  const may = useMay();
  const details = useAccount(account.account_id).data;
  const { account_id: id, address, rate_card: card, suspensions } = account;
  const { suspend_after_days: after } = account;
  const isManual = suspensions.some((each) => each.cause === 'MANUAL');
  const place = [address.postal_code, address.city, address.state]
    .filter((each) => each !== '')
    .join(' ');
  const lines = [address.line1, place, address.country].filter((each) => each !== '');
  const SuspensionIcon = isManual ? IconPlayerPlay : IconPlayerPause;
  return (
    <Section
      title={showHidden(account.name)}
      actions={
        <>
          <span className="pd-space" />
          <span className={classes.actions}>
            {may('changeAccount') && (
              <Button
                leftSection={<IconPencil size={14} stroke={1.75} />}
                disabled={details === undefined}
                onClick={() => setDialog('edit')}
              >
                {t('account.edit')}
              </Button>
            )}
            {may('setSuspension') && (
              <Button
                leftSection={<SuspensionIcon size={14} stroke={1.75} />}
                onClick={() => {
                  setToSuspend(!isManual);
                  setDialog('suspension');
                }}
              >
                {t(isManual ? 'suspension.lift' : 'suspension.suspend')}
              </Button>
            )}
            {may('createAdjustment') && (
              <Button
                leftSection={<IconPlus size={14} stroke={1.75} />}
                onClick={() => setDialog('adjustment')}
              >
                {t('adjustment.new')}
              </Button>
            )}
          </span>
        </>
      }
    >
      <div className="pd-stack pd-slim pd-gap-12">
        {suspensions.map((each) => (
          <p
            key={each.cause}
            className="pd-flush pd-anywhere pd-warn pd-rounded pd-pad-8-12"
            role="note"
          >
            <strong>{t(`suspension.cause.${each.cause}`)}</strong>{' '}
            {each.cause === 'MANUAL' ? (
              showHidden(each.reason)
            ) : (
              <InEnglish>{each.reason}</InEnglish>
            )}
            <br />
            {t('suspension.since')} <Instant at={each.since} withZone />
            {each.until !== null && (
              <>
                {' '}
                {t('suspension.until')} <Instant at={each.until} withZone />
              </>
            )}
          </p>
        ))}
        <dl className={classes.pairs}>
          <dt>{t('account.id')}</dt>
          <dd>
            <code>{id}</code>
          </dd>
          <dt>{t('account.email')}</dt>
          <dd>{showHidden(account.email)}</dd>
          {lines.length > 0 && (
            <>
              <dt>{t('account.address')}</dt>
              <dd>
                {lines.map((each) => (
                  <span key={each} className="pd-block">
                    {showHidden(each)}
                  </span>
                ))}
              </dd>
            </>
          )}
          {details !== undefined && <Papers details={details} />}
          <dt>{t('account.overdue')}</dt>
          <dd>
            {after === null
              ? t('account.overdueUsual')
              : t('account.overdueAfter', { count: after })}
          </dd>
          <dt>{t('account.card')}</dt>
          <dd>
            <PlaceLink
              className={classes.link}
              href={billingAddress({ tab: 'rates', card: `${card.rate_card_id}@${card.version}` })}
            >
              {card.rate_card_id} · {t('rates.versionOf', { version: card.version })}
            </PlaceLink>
          </dd>
          <dt>{t('account.more')}</dt>
          <dd className={classes.links}>
            <PlaceWay className={classes.link} href={billingAddress({ account: id })}>
              {t('tab.usage')}
            </PlaceWay>
            <PlaceWay
              className={classes.link}
              href={billingAddress({ tab: 'invoices', account: id })}
            >
              {t('tab.invoices')}
            </PlaceWay>
          </dd>
        </dl>
        <Adjustments account={id} />
      </div>
      {details !== undefined && (
        <AccountEditDialog
          opened={dialog === 'edit'}
          account={details}
          onClose={() => setDialog(undefined)}
        />
      )}
      <SuspensionDialog
        opened={dialog === 'suspension'}
        account={account}
        suspend={isToSuspend}
        onClose={() => setDialog(undefined)}
      />
      <AdjustmentDialog
        opened={dialog === 'adjustment'}
        account={account}
        onClose={() => setDialog(undefined)}
      />
    </Section>
  );
}

/** What else stands on its papers, and who changed it when. */
function Papers({ details }: { readonly details: AccountDetails }) {
  const { t } = useTranslation('billing');
  const { tax, vat_id: vatId, order_number: order, history } = details;
  return (
    <>
      {vatId !== null && (
        <>
          <dt>{t('accountForm.vatId')}</dt>
          <dd>{showHidden(vatId)}</dd>
        </>
      )}
      {order !== null && (
        <>
          <dt>{t('accountForm.orderNumber')}</dt>
          <dd>{showHidden(order)}</dd>
        </>
      )}
      <dt>{t('account.tax')}</dt>
      <dd>
        {t(`taxKind.${tax.kind}`)}
        {tax.kind === 'STANDARD' && ` · ${formatVolume(tax.rate_percent)} %`}
        {tax.reason !== undefined && <small>{showHidden(tax.reason)}</small>}
      </dd>
      <dt>{t('account.terms')}</dt>
      <dd>{t('account.days', { count: details.payment_terms_days })}</dd>
      {history.length > 0 && (
        <>
          <dt>{t('account.history')}</dt>
          <dd>
            {history.slice(0, shownVersions).map(({ version, at, by }) => (
              <span key={version} className="pd-block">
                {t('rates.versionOf', { version })} ·{' '}
                <Instant at={at} precision="minute" withZone /> · <code>{by}</code>
              </span>
            ))}
          </dd>
        </>
      )}
    </>
  );
}

function Adjustments({ account }: { account: string }) {
  const { t } = useTranslation(['billing', 'tables']);
  const [offset, setOffset] = useState(0);
  const query = useAdjustments(account, offset);
  const source = { operation: 'listAdjustments', query: { account_id: account } } as const;
  const table = useTable(
    adjustmentsTable,
    pagedRows(query, { offset, size: adjustmentsPage }, { source, idPath: '/adjustment_id' }),
    t,
  );
  const title = t('adjustment.title');
  return (
    <div>
      <div className="pd-wrapping pd-gap-8">
        <h3 className="pd-lower-heading">{title}</h3>
        {query.data !== undefined && query.data.pagination.total > 0 && (
          <TableActions isSecond {...menuOf(table, { title, notes: [account] })} />
        )}
      </div>
      <ListTable
        table={table}
        title={title}
        failed={t('adjustment.listFailed')}
        empty={<p className="pd-note">{t('adjustment.none')}</p>}
        onOffset={setOffset}
      />
    </div>
  );
}
