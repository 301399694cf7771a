/** Payouts: what holders earned, what is on its way to them, when the rest is paid; the revenue behind it. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { usePayoutPreferences } from '../../api/payouts.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { AddressTabs } from '../../ui/page/address-tabs.tsx';
import { TabsPage } from '../../ui/page/tabs-page.tsx';
import { tabNeeds } from '../../ui/places/places.ts';
import { PayoutsTab } from './payouts-tab.tsx';
import { RevenueTab } from './revenue-tab.tsx';
import { RunPayoutsDialog } from './run-payouts-dialog.tsx';
import { payoutTabs } from './search.ts';

const route = getRouteApi('/payouts');

export function PayoutsScreen() {
  const { t } = useTranslation('payouts');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const [running, setRunning] = useState(false);
  const holders = usePayoutPreferences().data ?? [];
  const paid = holders.filter(({ holder_id: id }) => id === (search.holder ?? id));
  const canRun = may('runPayouts') && paid.length > 0;
  const run = () => setRunning(true);
  useCommands([
    {
      id: 'payouts.run',
      title: `${t('run.action')}…`,
      group: 'do',
      icon: IconPlayerPlay,
      isEnabled: () => canRun,
      run,
    },
  ]);
  return (
    <TabsPage
      title={t('title')}
      actions={
        canRun && (
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
      <AddressTabs
        needs={tabNeeds.payouts}
        order={payoutTabs}
        asked={search.tab}
        nameOf={(each) => t(`tab.${each}`)}
        contents={{
          payouts: { content: <PayoutsTab /> },
          revenue: { content: <RevenueTab /> },
        }}
        onShow={(tab) => void navigate({ search: { tab, holder: search.holder } })}
      />
      <RunPayoutsDialog
        opened={running}
        holder={search.holder}
        holders={paid}
        onClose={() => setRunning(false)}
      />
    </TabsPage>
  );
}
