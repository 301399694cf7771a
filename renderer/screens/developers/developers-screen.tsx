/** Developers: how programs connect, what was asked of the ledger, and what programs are told of. */
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../ui/page/address-tabs.tsx';
import { TabsPage } from '../../ui/page/tabs-page.tsx';
import { tabNeeds } from '../../ui/places/places.ts';
import { CallsTab } from './calls/calls-tab.tsx';
import { ConnectTab } from './connect-tab.tsx';
import { developerTabs } from './search.ts';
import { WebhooksTab } from './webhooks-tab.tsx';

const route = getRouteApi('/developers');

export function DevelopersScreen() {
  const { t } = useTranslation('developers');
  const { tab, endpoint } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <TabsPage title={t('title')}>
      <AddressTabs
        needs={tabNeeds.developers}
        order={developerTabs}
        asked={tab}
        nameOf={(each) => t(`tab.${each}`)}
        contents={{
          connect: { content: <ConnectTab /> },
          calls: { content: <CallsTab />, fills: true },
          webhooks: {
            content: (
              <WebhooksTab
                opened={endpoint}
                onOpen={(next) =>
                  void navigate({ search: { tab: 'webhooks', endpoint: next }, replace: true })
                }
              />
            ),
          },
        }}
        onShow={(next) => void navigate({ search: { tab: next } })}
      />
    </TabsPage>
  );
}
