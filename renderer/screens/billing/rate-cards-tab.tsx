/** Rate cards: every card with its newest version, and one of them in words; who has it; the next version. */
import { useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconCopyPlus, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account, ShownRateCard } from '../../../shared/contract/billing.ts';
import { dimensions } from '../../../shared/billing/volume.ts';
import { useMay } from '../../api/capabilities.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useAccounts, useRateCards } from '../../api/billing.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { billingAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { formatMoney, formatVolume } from '../../ui/money/money.ts';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns } from '../../ui/table/use-table-columns.tsx';
import { AssignCardDialog } from './assign-card-dialog.tsx';
import type { TabProps } from './tab-props.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { codeColumn, fileColumn } from '../../ui/list/table-tools.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { priceLines, tierRule } from '../../ui/money/price-words.ts';
import { RateCardDialog } from './rate-card-dialog.tsx';
import { Select } from '../../ui/form/choices.tsx';
import classes from '../../ui/money/billing.module.css';

const keyOf = ({ rate_card_id: id, version }: ShownRateCard) => `${id}@${version}`;

/** The newest version of every card, by name. */
function newestOf(cards: readonly ShownRateCard[]): ShownRateCard[] {
  const newest = new Map<string, ShownRateCard>();
  for (const card of cards) {
    const known = newest.get(card.rate_card_id);
    if (known === undefined || known.version < card.version) newest.set(card.rate_card_id, card);
  }
  return [...newest.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

export function RateCardsTab({ search, show }: TabProps) {
  const { t } = useTranslation('billing');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const query = useRateCards();
  const accounts = useAccounts();
  const columns = useTableColumns(
    'rate-cards',
    [
      { id: 'name', label: t('rates.name'), kept: true },
      { id: 'model', label: t('rates.model') },
      { id: 'version', label: t('rates.version'), align: 'end' },
      { id: 'accounts', label: t('rates.accounts'), align: 'end' },
    ],
    [
      fileColumn('id', t('rates.id'), '/rate_card_id'),
      fileColumn('name', t('rates.name'), '/name'),
      fileColumn('version', t('rates.version'), '/version', 'number'),
      codeColumn('model', t('rates.model'), '/model', t('model', { returnObjects: true })),
      fileColumn('currency', field('currency'), '/currency'),
      ...dimensions.map((each) => fileColumn(each, t(`dimension.${each}`), `/${each}`, 'json')),
      fileColumn('commitment', t('rates.commitment'), '/commitment', 'json'),
      fileColumn('minimum', t('rates.minimum'), '/minimum', 'number'),
      fileColumn('fees', t('rates.fees'), '/fees', 'json'),
      fileColumn('created', field('created_at'), '/created_at', 'instant'),
    ],
  );
  return (
    <Loaded query={query} failed={t('rates.failed')}>
      {(cards) => {
        const newest = newestOf(cards);
        const asked = search.card;
        const chosen =
          cards.find((each) => keyOf(each) === asked) ??
          newest.find((each) => each.rate_card_id === asked) ??
          newest[0];
        return (
          <div className={classes.split}>
            <div className={classes.stack}>
              <div className={classes.toolbar}>
                <span className={classes.note}>
                  {t('rates.count', {
                    count: newest.length,
                    formatted: formatCount(newest.length),
                  })}
                </span>
                <TableActions
                  tools={{
                    id: 'rate-cards',
                    title: t('tab.rates'),
                    source: { rows: cards },
                    total: cards.length,
                    notes: [],
                  }}
                  columns={columns}
                />
              </div>
              <PlainTable label={t('tab.rates')} columns={columns.shown}>
                {newest.map((card) => (
                  <tr
                    key={keyOf(card)}
                    data-shown={card.rate_card_id === chosen?.rate_card_id || undefined}
                  >
                    {columns.cells({
                      name: (
                        <th scope="row" className={classes.wraps}>
                          <PlaceLink
                            className={classes.link}
                            href={billingAddress({ tab: 'rates', card: keyOf(card) })}
                            aria-current={card.rate_card_id === chosen?.rate_card_id || undefined}
                          >
                            {showHidden(card.name)}
                          </PlaceLink>
                        </th>
                      ),
                      model: <td>{t(`model.${card.model}`)}</td>,
                      version: <td data-align="end">{card.version}</td>,
                      accounts: (
                        <td data-align="end">{holdersOf(card, accounts.data ?? []).length}</td>
                      ),
                    })}
                  </tr>
                ))}
              </PlainTable>
            </div>
            {chosen !== undefined && (
              <CardDetail
                key={keyOf(chosen)}
                card={chosen}
                versions={cards.filter((each) => each.rate_card_id === chosen.rate_card_id)}
                accounts={accounts.data ?? []}
                show={show}
              />
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

/** Accounts that have the card in this month, in any version. */
function holdersOf({ rate_card_id: id }: ShownRateCard, accounts: readonly Account[]): Account[] {
  return accounts.filter((each) => each.rate_card.rate_card_id === id);
}

function CardDetail({
  card,
  versions,
  accounts,
  show,
}: {
  card: ShownRateCard;
  versions: readonly ShownRateCard[];
  accounts: readonly Account[];
  show: TabProps['show'];
}) {
  const { t } = useTranslation('billing');
  const [dialog, setDialog] = useState<'version' | 'assign'>();
  const { currency, commitment, minimum, fees } = card;
  const holders = holdersOf(card, accounts);
  const may = useMay();
  return (
    <Section
      title={showHidden(card.name)}
      actions={
        <>
          <span className={classes.space} />
          <span className={classes.actions}>
            {versions.length > 1 && (
              <Select
                className={classes.version ?? ''}
                aria-label={t('rates.version')}
                allowDeselect={false}
                data={versions
                  .toSorted((one, other) => other.version - one.version)
                  .map((each) => ({
                    value: keyOf(each),
                    label: t('rates.versionOf', { version: each.version }),
                  }))}
                value={keyOf(card)}
                onChange={(value) => value !== null && show({ card: value })}
              />
            )}
            {may('createRateCard') && (
              <Button
                leftSection={<IconCopyPlus size={14} stroke={1.75} />}
                onClick={() => setDialog('version')}
              >
                {t('rates.newVersion')}
              </Button>
            )}
            {may('assignRateCard') && (
              <Button
                leftSection={<IconUserPlus size={14} stroke={1.75} />}
                onClick={() => setDialog('assign')}
              >
                {t('rates.assign')}
              </Button>
            )}
          </span>
        </>
      }
    >
      <div className={classes.stack}>
        <dl className={classes.pairs}>
          <Pair label={t('rates.id')}>
            <code>{card.rate_card_id}</code>
          </Pair>
          <Pair label={t('rates.version')}>
            {card.version} · <Instant at={card.created_at} precision="minute" withZone />
          </Pair>
          <Pair label={t('rates.model')}>
            {t(`model.${card.model}`)}
            <small>{t(`modelNote.${card.model}`)}</small>
          </Pair>
          {dimensions.map((dimension) => {
            const rule = tierRule(card[dimension], t);
            return (
              <Pair key={dimension} label={t(`dimension.${dimension}`)}>
                {priceLines(card[dimension], dimension, currency, t).map((line) => (
                  <span key={line} className={classes.line}>
                    {line}
                  </span>
                ))}
                {rule !== undefined && <small>{rule}</small>}
              </Pair>
            );
          })}
          {commitment !== undefined && (
            <Pair label={t('rates.commitment')}>
              {t('rates.commitmentText', {
                coverage: formatMoney(commitment.coverage, currency),
                discount: formatVolume(commitment.discount_percent),
                factor: formatVolume(commitment.overage_factor),
              })}
            </Pair>
          )}
          {minimum !== undefined && (
            <Pair label={t('rates.minimum')}>{formatMoney(minimum, currency)}</Pair>
          )}
          {fees !== undefined && fees.length > 0 && (
            <Pair label={t('rates.fees')}>
              {fees.map((fee) => (
                <span key={fee.description} className={classes.line}>
                  {fee.description}: {formatMoney(fee.amount, currency)}
                </span>
              ))}
            </Pair>
          )}
          <Pair label={t('rates.accounts')}>
            {holders.length === 0
              ? t('rates.nobody')
              : holders.map((each) => (
                  <PlaceLink
                    key={each.account_id}
                    className={classes.lineLink}
                    href={billingAddress({ tab: 'accounts', account: each.account_id })}
                  >
                    {showHidden(each.name)} ·{' '}
                    {t('rates.versionOf', { version: each.rate_card.version })}
                  </PlaceLink>
                ))}
          </Pair>
        </dl>
        <p className={classes.note}>{t('rates.immutable')}</p>
      </div>
      <RateCardDialog
        opened={dialog === 'version'}
        from={card}
        onClose={() => setDialog(undefined)}
        onCreated={(created) => {
          setDialog(undefined);
          show({ card: keyOf(created) });
        }}
      />
      <AssignCardDialog
        opened={dialog === 'assign'}
        card={card}
        accounts={accounts}
        onClose={() => setDialog(undefined)}
      />
    </Section>
  );
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
