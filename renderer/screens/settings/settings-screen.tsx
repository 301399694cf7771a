/** Settings: how the console looks, which ledger is open; keys, limits, the server, connections, databases. */
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AddressTabs, type TabContents } from '../../ui/page/address-tabs.tsx';
import { TabsPage } from '../../ui/page/tabs-page.tsx';
import { tabNeeds } from '../../ui/places/places.ts';
import { BackupTab } from './backup-tab.tsx';
import { BillingTab } from './billing-tab.tsx';
import { ConnectionsTab } from './connections-tab.tsx';
import { DatabasesTab } from './databases-tab.tsx';
import { DiagnosticsTab } from './diagnostics-tab.tsx';
import { GeneralTab } from './general/general-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { LimitsTab } from './limits-tab.tsx';
import { PeopleTab } from './people/people-tab.tsx';
import { settingsTabs, type SettingsTab } from './search.ts';
import { ServerTab } from './server-tab.tsx';
import { useSettingEntries } from './settings-entries.ts';
import { MarkedSetting } from './settings-rows.tsx';
import { SettingsSearch } from './settings-search.tsx';

const route = getRouteApi('/settings');

/** Every tab; its name is `tab.<id>` of the words, its place that of `settingsTabs`. */
const contents: TabContents<SettingsTab> = {
  general: { content: <GeneralTab /> },
  backup: { content: <BackupTab /> },
  billing: { content: <BillingTab /> },
  people: { content: <PeopleTab /> },
  keys: { content: <Keys /> },
  limits: { content: <LimitsTab /> },
  server: { content: <ServerTab /> },
  connections: { content: <ConnectionsTab /> },
  databases: { content: <DatabasesTab /> },
  diagnostics: { content: <DiagnosticsTab /> },
};

export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { tab = 'general', mark } = search;
  const marked = useSettingEntries().find((each) => each.tab === tab && each.id === mark);
  return (
    <TabsPage title={t('title')} actions={<SettingsSearch />}>
      <MarkedSetting value={marked?.name}>
        <AddressTabs
          needs={tabNeeds.settings}
          order={settingsTabs}
          asked={search.tab}
          nameOf={(each) => t(`tab.${each}`)}
          contents={contents}
          onShow={(next) => void navigate({ search: { tab: next } })}
        />
      </MarkedSetting>
    </TabsPage>
  );
}

function Keys() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <KeysTab
      status={search.status}
      onStatus={(status) => void navigate({ search: { ...search, status }, replace: true })}
    />
  );
}
