/** Payouts: what holders earned, what is on its way to them, when the rest is paid; the revenue behind it. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { usePayoutPreferences } from '../../api/payouts.ts';
import { useCommands } from '../../app/commands.ts';
import { PageTabs } from '../../app/page/detail-page.tsx';
import { NotHere } from '../../app/page/not-here.tsx';
import { TabsPage } from '../../app/page/tabs-page.tsx';
import { PayoutsTab } from './payouts-tab.tsx';
import { RevenueTab } from './revenue-tab.tsx';
import { RunPayoutsDialog } from './run-payouts-dialog.tsx';
import type { PayoutsSearch, PayoutTab } from './search.ts';

const route = getRouteApi('/payouts');

export function PayoutsScreen() {
  const { t } = useTranslation('payouts');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const [running, setRunning] = useState(false);
  const holders = usePayoutPreferences(may('listPayoutPreferences')).data ?? [];
  const tab: PayoutTab = may('getRevenue') ? (search.tab ?? 'payouts') : 'payouts';
  const show = (part: Partial<PayoutsSearch>) =>
    void navigate({ search: { ...search, ...part }, replace: true });
  const run = () => setRunning(true);
  useCommands([
    {
      id: 'payouts.run',
      title: `${t('run.action')}…`,
      group: 'do',
      scope: 'global',
      icon: IconPlayerPlay,
      isEnabled: () => may('runPayouts'),
      run,
    },
  ]);
  return (
    <TabsPage
      title={t('title')}
      actions={
        may('runPayouts') && (
          <Button
            variant="filled"
            leftSection={<IconPlayerPlay size={14} stroke={1.9} />}
            onClick={run}
          >
            {t('run.action')}
          </Button>
        )
      }
    >
      {search.tab === 'revenue' && <NotHere name={t('tab.revenue')} needs="getRevenue" />}
      <PageTabs
        tabs={[
          {
            id: 'payouts',
            label: t('tab.payouts'),
            content: <PayoutsTab search={search} show={show} />,
          },
          ...(may('getRevenue')
            ? [{ id: 'revenue' as const, label: t('tab.revenue'), content: <RevenueTab /> }]
            : []),
        ]}
        value={tab}
        onChange={(next) =>
          void navigate({
            search: { tab: next === 'payouts' ? undefined : next, holder: search.holder },
          })
        }
      />
      <RunPayoutsDialog
        opened={running}
        holder={search.holder}
        holders={holders}
        onClose={() => setRunning(false)}
      />
    </TabsPage>
  );
}
