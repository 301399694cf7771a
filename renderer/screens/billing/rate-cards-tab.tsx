/** Rate cards: every card with its newest version, and one of them in words; who has it; the next version. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconCopyPlus, IconUserPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Account, ShownRateCard } from '../../../shared/contract/billing.ts';
import { priceModels } from '../../../shared/billing/month-price.ts';
import { useMay } from '../../api/capabilities.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useAccounts, useRateCards } from '../../api/billing.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { billingAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { defineTable, inFiles } from '../../ui/list/define-list.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { givenRows } from '../../ui/list/row-source.ts';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { BacktestSection } from './backtest-section.tsx';
import { AssignCardDialog } from './assign-card-dialog.tsx';
import { CardPairs, Pair } from './card-pairs.tsx';
import type { TabProps } from './tab-props.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { Loaded } from '../../ui/page/loaded.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
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

type Translate = TFunction<['billing', 'tables']>;

export const rateCardsTable = defineTable<ShownRateCard, Translate>()(
  {
    id: 'rate-cards',
    columnsAt: 'rates',
    rowId: keyOf,
    columns: {
      id: { path: '/rate_card_id', onlyInFiles: true },
      name: { path: '/name', identity: true, kept: true, className: classes.wraps },
      model: { path: '/model', codes: priceModels },
      currency: inFiles('/currency', true),
      time: { path: '/time', form: 'json', title: 'dimension.time', onlyInFiles: true },
      record: { path: '/record', form: 'json', title: 'dimension.record', onlyInFiles: true },
      data: { path: '/data', form: 'json', title: 'dimension.data', onlyInFiles: true },
      operation: {
        path: '/operation',
        form: 'json',
        title: 'dimension.operation',
        onlyInFiles: true,
      },
      commitment: { path: '/commitment', form: 'json', onlyInFiles: true },
      minimum: { path: '/minimum', form: 'count', onlyInFiles: true },
      fees: { path: '/fees', form: 'json', onlyInFiles: true },
      created: inFiles('/created_at', true, 'instant'),
      version: { path: '/version', form: 'count' },
      accounts: { side: 'end' },
    },
  },
  (t, key) => t(key),
);

export function RateCardsTab({ search, show }: TabProps) {
  const { t } = useTranslation(['billing', 'tables']);
  const query = useRateCards();
  const { data: accounts = [] } = useAccounts();
  const cards = query.data ?? [];
  const newest = newestOf(cards);
  const table = useTable(rateCardsTable, givenRows(newest), t);
  const asked = search.card;
  const chosen =
    cards.find((each) => keyOf(each) === asked) ??
    newest.find((each) => each.rate_card_id === asked) ??
    newest[0];
  const open = newest.find((each) => each.rate_card_id === chosen?.rate_card_id);
  const name = (card: ShownRateCard) => (
    <PlaceLink
      className={classes.link}
      href={billingAddress({ tab: 'rates', card: keyOf(card) })}
      aria-current={card === open || undefined}
    >
      {showHidden(card.name)}
    </PlaceLink>
  );
  return (
    <Loaded query={query} failed={t('rates.failed')}>
      {() => (
        <div className={classes.split}>
          <div className="pd-stack pd-slim pd-gap-12">
            <div className="pd-wrapping pd-gap-8">
              <span className="pd-note">
                {t('rates.count', {
                  count: newest.length,
                  formatted: formatCount(newest.length),
                })}
              </span>
              <TableActions
                {...menuOf(table, {
                  title: t('tab.rates'),
                  source: { rows: cards },
                  total: cards.length,
                })}
              />
            </div>
            <ListTable
              table={table}
              title={t('tab.rates')}
              draw={{ name, accounts: (card) => holdersOf(card, accounts).length }}
              openId={open && keyOf(open)}
            />
          </div>
          {chosen !== undefined && (
            <CardDetail
              key={keyOf(chosen)}
              card={chosen}
              versions={cards.filter((each) => each.rate_card_id === chosen.rate_card_id)}
              accounts={accounts}
              show={show}
            />
          )}
        </div>
      )}
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
  const holders = holdersOf(card, accounts);
  const may = useMay();
  return (
    <Section
      title={showHidden(card.name)}
      actions={
        <>
          <span className="pd-space" />
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
      <div className="pd-stack pd-slim pd-gap-12">
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
          <CardPairs card={card} />
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
        <p className="pd-note">{t('rates.immutable')}</p>
        {may('backtestRateCard') && <BacktestSection card={card} />}
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
