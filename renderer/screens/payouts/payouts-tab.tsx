/** Holders with their balances and schedules; their payouts, each with the shares behind it. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconCashBanknote, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Payout } from '../../../shared/contract/billing.ts';
import { billingPageSize } from '../../api/billing.ts';
import { useMay } from '../../api/capabilities.ts';
import { useMe } from '../../api/me.ts';
import { usePayoutCounts, usePayoutPreferences, usePayouts } from '../../api/payouts.ts';
import { payoutsAddress } from '../../ui/addresses.ts';
import { FilterSelect } from '../../ui/list/list-filters.tsx';
import { TableTab } from '../../ui/list/list-screen.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { useList, useListAddress } from '../../ui/list/use-list.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { HolderMoney } from './holder-money.tsx';
import { HolderTools } from './holder-tools.tsx';
import { Holders, NoHolders } from './holders.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';
import { Behind, payoutsList } from './payouts-list.tsx';
import { parsePayoutsSearch } from './search.ts';
import { SharesSection } from './shares-section.tsx';

export function PayoutsTab() {
  const { t } = useTranslation(['payouts', 'tables']);
  const may = useMay();
  const preferences = usePayoutPreferences();
  const me = useMe().data;
  const own = me?.role === 'data_holder' ? (me.holder_id ?? undefined) : undefined;
  const address = useListAddress(parsePayoutsSearch);
  const { holder, status, last, offset = 0, payout: opened } = address.search;
  const query = { holder_id: holder, status, last, include: 'holder' };
  const source = pagedRows(
    usePayouts({ holder, status, last }, offset),
    { offset, size: billingPageSize },
    { source: { operation: 'listPayouts', query }, idPath: '/payout_id' },
  );
  const list = useList(payoutsList, source, { t, ...address, stays: ['tab', 'payout'] });
  const counts = usePayoutCounts({ holder }).data;
  const show = (payout: string | undefined) => list.change({ payout });
  const shares = (id: string) => <SharesSection payout={id} onClose={() => show(undefined)} />;
  const [told, setTold] = useState<Payout>();
  const behind = (payout: Payout) => {
    const isToTell = payout.status === 'PENDING' && may('tellPayoutOutcome');
    const onTell = isToTell ? () => setTold(payout) : undefined;
    return <Behind {...{ payout, opened, onTell }} onShow={show} />;
  };
  const isElsewhere = list.rows.length > 0 && !list.rows.some((each) => each.payout_id === opened);
  const payouts = (
    <TableTab
      list={list}
      icon={IconCashBanknote}
      counts={{ status: counts }}
      empty={{
        title: t('list.none'),
        text: t('list.noneText'),
        step: (
          <Button component={PlaceWay} href={`${payoutsAddress}?tab=revenue`}>
            {t('list.revenue')}
          </Button>
        ),
      }}
      tools={
        last !== undefined && (
          <Button
            leftSection={<IconX size={14} />}
            onClick={() => list.change({ last: undefined })}
          >
            {t('by.last')}
          </Button>
        )
      }
      above={opened !== undefined && isElsewhere && shares(opened)}
      table={{
        draw: { behind },
        openId: opened,
        renderBeneath: ({ payout_id: id }) => id === opened && shares(id),
      }}
    />
  );
  const listed = (
    <>
      {payouts}
      {told !== undefined && (
        <OutcomeDialog opened payout={told} onClose={() => setTold(undefined)} />
      )}
    </>
  );
  if (!may('listPayoutPreferences')) return listed;
  if (own !== undefined) {
    return (
      <div className="pd-stack pd-slim pd-gap-12">
        <HolderTools holder={own} preferences={preferences.data ?? []} />
        <HolderMoney holder={own} isOwn />
        {listed}
      </div>
    );
  }
  return (
    <Loaded query={preferences} failed={t('holders.failed')}>
      {(holders) =>
        holders.length === 0 ? (
          <NoHolders />
        ) : (
          <div className="pd-stack pd-slim pd-gap-12">
            <div className="pd-wrapping pd-gap-8">
              <FilterSelect
                list={list}
                member="holder"
                label={t('holders.select')}
                all={t('holders.all')}
                choices={holders.map(({ holder_id: id }) => ({ value: id, label: id }))}
              />
              {holder !== undefined && <HolderTools holder={holder} preferences={holders} />}
            </div>
            {holder === undefined || !may('getHolderSummary') ? (
              <Holders holders={holders} />
            ) : (
              <HolderMoney holder={holder} isOwn={false} />
            )}
            {listed}
          </div>
        )
      }
    </Loaded>
  );
}
