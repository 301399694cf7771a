/** Accounts: who is billed, on which terms, by which rate card; suspensions, credits and charges of one. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/contract/billing.ts';
import { limits as apiLimits } from '../../../shared/contract/limits.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useAccounts, useAdjustments } from '../../api/billing.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { billingAddress, invoiceAddress } from '../../ui/addresses.ts';
import { Instant } from '../../ui/instant.tsx';
import { formatCount } from '../../ui/format.ts';
import { formatVolume } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns } from '../../ui/table/use-table-columns.tsx';
import { AdjustmentDialog } from './adjustment-dialog.tsx';
import type { TabProps } from './tab-props.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { fileColumn } from '../../ui/list/table-tools.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { Pager } from '../../ui/page/pager.tsx';
import { PlaceLink, PlaceWay } from '../../ui/places/place-link.tsx';
import { SuspensionDialog } from './suspension-dialog.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import classes from '../../ui/money/billing.module.css';

const adjustmentsPage = apiLimits.billing.defaultLimit;

export function AccountsTab({ search }: TabProps) {
  const { t } = useTranslation('billing');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const query = useAccounts();
  const columns = useTableColumns(
    'accounts',
    [
      { id: 'name', label: t('account.name'), kept: true },
      { id: 'state', label: t('account.state'), files: ['suspensions'] },
      { id: 'tax', label: t('account.tax'), align: 'end' },
      { id: 'terms', label: t('account.terms'), align: 'end' },
    ],
    [
      fileColumn('id', t('account.id'), '/account_id'),
      fileColumn('name', t('account.name'), '/name'),
      fileColumn('email', t('account.email'), '/email'),
      fileColumn('address', t('account.address'), '/address', 'json'),
      fileColumn('tax', t('account.tax'), '/tax_percent', 'number'),
      fileColumn('terms', t('account.terms'), '/payment_terms_days', 'number'),
      fileColumn('card', t('account.card'), '/rate_card/rate_card_id'),
      fileColumn('version', t('rates.version'), '/rate_card/version', 'number'),
      fileColumn('suspensions', t('account.suspended'), '/suspensions', 'json'),
      fileColumn('created', field('created_at'), '/created_at', 'instant'),
    ],
  );
  return (
    <Loaded query={query} failed={t('account.failed')}>
      {(accounts) => {
        const chosen =
          accounts.find((each) => each.account_id === search.account) ?? accounts.at(0);
        return (
          <div className={classes.split}>
            <div className={classes.stack}>
              <div className={classes.toolbar}>
                <span className={classes.note}>
                  {t('account.count', {
                    count: accounts.length,
                    formatted: formatCount(accounts.length),
                  })}
                </span>
                <TableActions
                  tools={{
                    id: 'accounts',
                    title: t('tab.accounts'),
                    source: { rows: accounts },
                    total: accounts.length,
                    notes: [],
                  }}
                  columns={columns}
                />
              </div>
              <PlainTable label={t('tab.accounts')} columns={columns.shown}>
                {accounts.map((account) => (
                  <tr
                    key={account.account_id}
                    data-shown={account.account_id === chosen?.account_id || undefined}
                  >
                    {columns.cells({
                      name: (
                        <th scope="row" className={classes.wraps}>
                          <PlaceLink
                            className={classes.link}
                            href={billingAddress({ tab: 'accounts', account: account.account_id })}
                            aria-current={account.account_id === chosen?.account_id || undefined}
                          >
                            {showHidden(account.name)}
                          </PlaceLink>
                        </th>
                      ),
                      state: (
                        <td>
                          <AccountState account={account} />
                        </td>
                      ),
                      tax: <td data-align="end">{formatVolume(account.tax_percent)} %</td>,
                      terms: (
                        <td data-align="end">
                          {t('account.days', { count: account.payment_terms_days })}
                        </td>
                      ),
                    })}
                  </tr>
                ))}
              </PlainTable>
            </div>
            {chosen !== undefined && <AccountDetail key={chosen.account_id} account={chosen} />}
          </div>
        );
      }}
    </Loaded>
  );
}

function AccountState({ account }: { account: Account }) {
  const { t } = useTranslation('billing');
  return account.suspensions.length === 0 ? (
    <StatusBadge tone="info">{t('account.active')}</StatusBadge>
  ) : (
    <StatusBadge tone="warn">{t('account.suspended')}</StatusBadge>
  );
}

function AccountDetail({ account }: { account: Account }) {
  const { t } = useTranslation('billing');
  const [dialog, setDialog] = useState<'suspension' | 'adjustment'>();
  /** What the dialog was opened for: it stays that, whatever others do meanwhile. */
  const [isToSuspend, setToSuspend] = useState(true);
  const may = useMay();
  const { account_id: id, address, rate_card: card, suspensions } = account;
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
          <span className={classes.space} />
          <span className={classes.actions}>
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
      <div className={classes.stack}>
        {suspensions.map((each) => (
          <p key={each.cause} className={classes.suspension} role="note">
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
                  <span key={each} className={classes.line}>
                    {showHidden(each)}
                  </span>
                ))}
              </dd>
            </>
          )}
          <dt>{t('account.overdue')}</dt>
          <dd>{t(account.suspend_overdue ? 'account.overdueYes' : 'account.overdueNo')}</dd>
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

function Adjustments({ account }: { account: string }) {
  const { t } = useTranslation('billing');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const [offset, setOffset] = useState(0);
  const query = useAdjustments(account, offset);
  const columns = useTableColumns(
    'adjustments',
    [
      { id: 'description', label: t('document.description') },
      { id: 'amount', label: t('column.amount'), align: 'end', files: ['amount', 'currency'] },
      { id: 'made', label: t('adjustment.made'), ofInstants: true },
      { id: 'invoice', label: t('adjustment.invoice') },
    ],
    [
      fileColumn('id', field('adjustment_id'), '/adjustment_id'),
      fileColumn('description', t('document.description'), '/description'),
      fileColumn('amount', t('column.amount'), '/amount', 'number'),
      fileColumn('currency', field('currency'), '/currency'),
      fileColumn('made', t('adjustment.made'), '/created_at', 'instant'),
      fileColumn('invoice', t('adjustment.invoice'), '/invoice_id'),
    ],
  );
  return (
    <div>
      <div className={classes.toolbar}>
        <h3 className={classes.sectionTitle}>{t('adjustment.title')}</h3>
        {query.data !== undefined && query.data.pagination.total > 0 && (
          <TableActions
            isSecond
            tools={{
              id: 'adjustments',
              title: t('adjustment.title'),
              source: { operation: 'listAdjustments', query: { account_id: account } },
              total: query.data.pagination.total,
              notes: [account],
            }}
            columns={columns}
          />
        )}
      </div>
      <Loaded query={query} failed={t('adjustment.listFailed')}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <p className={classes.note}>{t('adjustment.none')}</p>
          ) : (
            <>
              <PlainTable label={t('adjustment.title')} columns={columns.shown}>
                {data.map((each) => (
                  <tr key={each.adjustment_id}>
                    {columns.cells({
                      description: <td>{showHidden(each.description)}</td>,
                      amount: (
                        <td data-align="end">
                          <MoneyText value={each.amount} currency={each.currency} />
                        </td>
                      ),
                      made: (
                        <td>
                          <Instant at={each.created_at} precision="minute" />
                        </td>
                      ),
                      invoice: (
                        <td>
                          {each.invoice_id === null ? (
                            t('adjustment.open')
                          ) : (
                            <PlaceLink
                              className={classes.link}
                              href={invoiceAddress(each.invoice_id)}
                            >
                              {t('adjustment.onInvoice')}
                            </PlaceLink>
                          )}
                        </td>
                      ),
                    })}
                  </tr>
                ))}
              </PlainTable>
              <Pager
                offset={offset}
                size={adjustmentsPage}
                total={pagination.total}
                onOffset={setOffset}
              />
            </>
          )
        }
      </Loaded>
    </div>
  );
}
