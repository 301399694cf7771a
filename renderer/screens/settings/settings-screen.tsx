/** Settings: how the console looks, which ledger is open; keys, limits, the server, connections. */
import type { ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageTabs } from '../../ui/page/detail-page.tsx';
import { NotHere } from '../../ui/page/not-here.tsx';
import { TabsPage } from '../../ui/page/tabs-page.tsx';
import { tabNeeds, useTabs } from '../../ui/places/places.ts';
import { BackupTab } from './backup-tab.tsx';
import { ConnectionsTab } from './connections-tab.tsx';
import { DiagnosticsTab } from './diagnostics-tab.tsx';
import { GeneralTab } from './general/general-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { LimitsTab } from './limits-tab.tsx';
import { settingsTabs, type SettingsTab } from './search.ts';
import { ServerTab } from './server-tab.tsx';
import { useSettingEntries } from './settings-entries.ts';
import { MarkedSetting } from './settings-rows.tsx';
import { SettingsSearch } from './settings-search.tsx';

const route = getRouteApi('/settings');

/** Every tab; its name is `tab.<id>` of the words, its place that of `settingsTabs`. */
const contents: Readonly<Record<SettingsTab, () => ReactNode>> = {
  general: () => <GeneralTab />,
  backup: () => <BackupTab />,
  keys: () => <Keys />,
  limits: () => <LimitsTab />,
  server: () => <ServerTab />,
  connections: () => <ConnectionsTab />,
  diagnostics: () => <DiagnosticsTab />,
};

export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { offered, tab, lacking } = useTabs(tabNeeds.settings, settingsTabs, search.tab);
  const marked = useSettingEntries().find((each) => each.tab === tab && each.id === search.mark);
  return (
    <TabsPage title={t('title')} actions={<SettingsSearch />}>
      <MarkedSetting value={marked?.name}>
        <NotHere name={t(`tab.${search.tab ?? tab}`)} lacking={lacking} />
        <PageTabs
          tabs={offered.map((id) => ({ id, label: t(`tab.${id}`), content: contents[id]() }))}
          value={tab}
          onChange={(next) =>
            void navigate({ search: { tab: next === 'general' ? undefined : next } })
          }
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
