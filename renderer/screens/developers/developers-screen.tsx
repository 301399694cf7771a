/** Developers: what programs are told of, and what they asked. */
import { Button } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../ui/page/address-tabs.tsx';
import { TabsPage } from '../../ui/page/tabs-page.tsx';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { callsAddress } from '../../ui/addresses.ts';
import { tabNeeds } from '../../ui/places/places.ts';
import { developerTabs } from './search.ts';
import { WebhooksTab } from './webhooks-tab.tsx';

const route = getRouteApi('/developers');

export function DevelopersScreen() {
  const { t } = useTranslation('developers');
  const { t: calls } = useTranslation('requests');
  const { tab, endpoint } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <TabsPage
      title={t('title')}
      actions={
        <Button
          component={PlaceWay}
          href={callsAddress}
          leftSection={<IconActivity size={14} stroke={1.75} />}
        >
          {calls('title')}
        </Button>
      }
    >
      <AddressTabs
        needs={tabNeeds.developers}
        order={developerTabs}
        asked={tab}
        nameOf={(each) => t(`tab.${each}`)}
        contents={{
          webhooks: {
            content: (
              <WebhooksTab
                opened={endpoint}
                onOpen={(next) => void navigate({ search: { endpoint: next }, replace: true })}
              />
            ),
          },
        }}
        onShow={() => void navigate({ search: {} })}
      />
    </TabsPage>
  );
}
