/** Billing: usage, invoices, payments, rate cards, limits with alerts, the journal, accounts. */
import { useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconCalendarCheck, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OperationId } from '../../../shared/contract/routes.ts';
import { useMay } from '../../api/capabilities.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { PageTabs } from '../../ui/page/detail-page.tsx';
import { NotHere } from '../../ui/page/not-here.tsx';
import { TabsPage } from '../../ui/page/tabs-page.tsx';
import { tabNeeds, useTabs } from '../../ui/places/places.ts';
import { AccountDialog } from './account-dialog.tsx';
import { AccountsTab } from './accounts-tab.tsx';
import { ClosePeriodDialog } from './close-period-dialog.tsx';
import { InvoicesTab } from './invoices-tab.tsx';
import { JournalTab } from './journal-tab.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { LimitsTab } from './limits-tab.tsx';
import { MonthTab } from './month-tab.tsx';
import { MonthsTab } from './months-tab.tsx';
import { PaymentsTab } from './payments-tab.tsx';
import { RateCardDialog } from './rate-card-dialog.tsx';
import { RateCardsTab } from './rate-cards-tab.tsx';
import { billingTabs, type BillingSearch, type BillingTab } from './search.ts';
import { UsageTab } from './usage-tab.tsx';

const route = getRouteApi('/billing');

/** What can be made on a tab. */
type Making = 'close' | 'card' | 'limit' | 'account';
const makingOf: Readonly<Record<BillingTab, Making>> = {
  usage: 'close',
  month: 'close',
  invoices: 'close',
  payments: 'close',
  months: 'close',
  rates: 'card',
  limits: 'limit',
  journal: 'close',
  accounts: 'account',
};

/** What making it asks for. */
const needs = {
  close: 'closePeriod',
  card: 'createRateCard',
  limit: 'createLimit',
  account: 'createAccount',
} as const satisfies Readonly<Record<Making, OperationId>>;

export function BillingScreen() {
  const { t } = useTranslation('billing');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const { offered, tab, lacking } = useTabs(tabNeeds.billing, billingTabs, search.tab);
  const [making, setMaking] = useState<Making>();
  const close = () => setMaking(undefined);

  const show = (part: Partial<BillingSearch>) =>
    void navigate({ search: { ...search, ...part }, replace: true });
  const open = (next: BillingTab) =>
    void navigate({
      search: { tab: next === 'usage' ? undefined : next, account: search.account },
    });
  useCommands([
    ...offered.map((each) => ({
      id: `billing.tab.${each}`,
      title: t('command.tab', { name: t(`tab.${each}`) }),
      group: 'go' as const,
      run: () => open(each),
    })),
    ...(['close', 'card', 'limit', 'account'] as const).map((each) => ({
      id: `billing.${each}`,
      title: `${t(`making.${each}`)}…`,
      group: 'do' as const,
      icon: each === 'close' ? IconCalendarCheck : IconPlus,
      isEnabled: () => may(needs[each]),
      run: () => setMaking(each),
    })),
  ]);

  const props = { search, show };
  const action = makingOf[tab];
  const ActionIcon = action === 'close' ? IconCalendarCheck : IconPlus;
  const contents: Readonly<Record<BillingTab, ReactNode>> = {
    usage: <UsageTab {...props} />,
    month: <MonthTab {...props} />,
    invoices: <InvoicesTab />,
    payments: <PaymentsTab />,
    months: <MonthsTab {...props} />,
    rates: <RateCardsTab {...props} />,
    limits: <LimitsTab onNew={() => setMaking('limit')} />,
    journal: <JournalTab />,
    accounts: <AccountsTab {...props} />,
  };
  return (
    <TabsPage
      title={t('title')}
      actions={
        may(needs[action]) && (
          <Button
            variant="filled"
            leftSection={<ActionIcon size={14} stroke={1.9} />}
            onClick={() => setMaking(action)}
          >
            {t(`making.${action}`)}
          </Button>
        )
      }
    >
      <NotHere name={t(`tab.${search.tab ?? tab}`)} lacking={lacking} />
      <PageTabs
        tabs={offered.map((id) => ({
          id,
          label: t(`tab.${id}`),
          content: contents[id],
          fills: id === 'invoices',
        }))}
        value={tab}
        onChange={open}
      />
      <ClosePeriodDialog
        opened={making === 'close'}
        account={search.account}
        onClose={close}
        onClosed={({ invoice_id: id }) => {
          close();
          void navigate({ to: '/billing/invoices/$id', params: { id } });
        }}
      />
      <RateCardDialog
        opened={making === 'card'}
        from={undefined}
        onClose={close}
        onCreated={({ rate_card_id: id, version }) => {
          close();
          void navigate({ search: { tab: 'rates', card: `${id}@${version}` } });
        }}
      />
      <LimitDialog opened={making === 'limit'} limit={undefined} onClose={close} />
      <AccountDialog
        opened={making === 'account'}
        onClose={close}
        onCreated={({ account_id: account }) => {
          close();
          void navigate({ search: { tab: 'accounts', account } });
        }}
      />
    </TabsPage>
  );
}
