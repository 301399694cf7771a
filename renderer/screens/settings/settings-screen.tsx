/** Settings: how the console looks, which ledger is open; keys, limits, the server, connections. */
import { useState, type ReactNode } from 'react';
import { ActionIcon, Anchor, Button, SegmentedControl } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { PageTabs } from '../../app/page/detail-page.tsx';
import { TabsPage } from '../../app/page/tabs-page.tsx';
import { useWorkspaceOpener } from '../../app/use-workspace-opener.ts';
import { apiUrl } from '../../api/client.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { openDialog } from '../../state/dialogs.ts';
import { notify } from '../../state/notices.ts';
import { prefer, usePreferences } from '../../state/preferences.ts';
import { copyText } from '../../ui/clipboard.ts';
import { formatCount, zoneName } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { rowHeights } from '../decisions/decision-grid.tsx';
import { ConnectionsTab } from './connections-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { LicencesDialog } from './licences-dialog.tsx';
import { LimitsTab } from './limits-tab.tsx';
import { settingsTabs, type SettingsTab } from './search.ts';
import { ServerTab } from './server-tab.tsx';
import classes from './settings.module.css';

const route = getRouteApi('/settings');

/** What a tab cannot do without; null where it needs nothing. */
const needs: Readonly<Record<SettingsTab, string | null>> = {
  general: null,
  keys: 'listApiKeys',
  limits: 'getRateLimits',
  server: 'getServer',
  connections: 'listConnections',
};

export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const offered = settingsTabs.filter((each) => {
    const operation = needs[each];
    return operation === null || may(operation);
  });
  const tab = offered.find((each) => each === search.tab) ?? 'general';
  const contents: Readonly<Record<SettingsTab, ReactNode>> = {
    general: <General />,
    keys: (
      <KeysTab
        status={search.status}
        onStatus={(status) => void navigate({ search: { ...search, status }, replace: true })}
      />
    ),
    limits: <LimitsTab />,
    server: <ServerTab />,
    connections: <ConnectionsTab />,
  };
  return (
    <TabsPage title={t('title')}>
      <PageTabs
        tabs={offered.map((id) => ({ id, label: t(`tab.${id}`), content: contents[id] }))}
        value={tab}
        onChange={(next) =>
          void navigate({ search: { tab: next === 'general' ? undefined : next } })
        }
      />
    </TabsPage>
  );
}

function General() {
  return (
    <div className={classes.screen}>
      <Appearance />
      <Data />
      <About />
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <div className={classes.card}>{children}</div>
    </section>
  );
}

function Row({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <div className={classes.label}>
        <div className={classes.name}>{name}</div>
        {hint !== undefined && <div className={classes.hint}>{hint}</div>}
      </div>
      <div className={classes.value}>{children}</div>
    </div>
  );
}

function Appearance() {
  const { t } = useTranslation(['settings', 'shell']);
  const { colorScheme, density, timeZone, inspectorPlace } = usePreferences();
  return (
    <Section title={t('appearance.title')}>
      <Row name={t('appearance.theme')} hint={t('appearance.themeHint')}>
        <SegmentedControl
          aria-label={t('appearance.theme')}
          value={colorScheme}
          onChange={(value) => prefer({ colorScheme: value })}
          data={[
            { value: 'system', label: t('appearance.system') },
            { value: 'light', label: t('appearance.light') },
            { value: 'dark', label: t('appearance.dark') },
          ]}
        />
      </Row>
      <Row
        name={t('appearance.density')}
        hint={t('appearance.densityHint', { height: rowHeights[density] })}
      >
        <SegmentedControl
          aria-label={t('appearance.density')}
          value={density}
          onChange={(value) => prefer({ density: value })}
          data={[
            { value: 'compact', label: t('density.compact', { ns: 'shell' }) },
            { value: 'normal', label: t('density.normal', { ns: 'shell' }) },
            { value: 'roomy', label: t('density.roomy', { ns: 'shell' }) },
          ]}
        />
      </Row>
      <Row name={t('appearance.zone')} hint={t('appearance.zoneHint')}>
        <SegmentedControl
          aria-label={t('appearance.zone')}
          value={timeZone}
          onChange={(value) => prefer({ timeZone: value })}
          data={[
            { value: 'utc', label: t('appearance.utc') },
            { value: 'local', label: t('appearance.local', { name: zoneName('local') }) },
          ]}
        />
      </Row>
      <Row name={t('appearance.inspector')} hint={t('appearance.inspectorHint')}>
        <SegmentedControl
          aria-label={t('appearance.inspector')}
          value={inspectorPlace}
          onChange={(value) => prefer({ inspectorPlace: value })}
          data={[
            { value: 'right', label: t('appearance.right') },
            { value: 'bottom', label: t('appearance.bottom') },
          ]}
        />
      </Row>
    </Section>
  );
}

function Data() {
  const { t } = useTranslation(['settings', 'shell']);
  const { data: workspace, error, refetch } = useWorkspace();
  const openWorkspace = useWorkspaceOpener();
  if (workspace === undefined) {
    if (error === null) return null;
    return (
      <Section title={t('data.title')}>
        <ErrorState compact error={error} title={t('data.failed')} onRetry={() => void refetch()} />
      </Section>
    );
  }
  const { kind } = workspace;
  const other = kind === 'local' ? 'demo' : 'local';
  return (
    <Section title={t('data.title')}>
      <Row
        name={t('data.workspace')}
        hint={t(`data.${kind}Hint`, { address: workspace.remote?.base_url ?? '' })}
      >
        <StatusBadge tone={kind === 'demo' ? 'warn' : 'mute'} shape="none">
          {t(`workspace.badge.${kind}`, { ns: 'shell' })}
        </StatusBadge>
        <Button onClick={() => openWorkspace({ kind: other })}>
          {t(other === 'demo' ? 'data.openDemo' : 'data.openLocal')}
        </Button>
      </Row>
      {kind === 'demo' && (
        <Row name={t('data.demo')}>
          <Button onClick={() => openDialog({ kind: 'reset-demo' })}>{t('data.resetDemo')}</Button>
        </Row>
      )}
      <Row name={t('data.records')}>
        {workspace.record_count === null ? t('data.unknown') : formatCount(workspace.record_count)}
      </Row>
      <Row name={t('data.origin')}>
        <span className={`${classes.text} ${classes.mono}`}>{workspace.origin}</span>
      </Row>
      {workspace.created_at !== null && (
        <Row name={t('data.created')}>
          <Instant at={workspace.created_at} withZone />
        </Row>
      )}
      {workspace.data_directory !== null && <DirectoryRow path={workspace.data_directory} />}
    </Section>
  );
}

function DirectoryRow({ path }: { path: string }) {
  const { t } = useTranslation('settings');
  return (
    <Row name={t('data.directory')}>
      <span className={`${classes.text} ${classes.mono}`}>{path}</span>
      <ActionIcon
        size="sm"
        aria-label={t('data.copyDirectory')}
        onClick={() => void copyText(path, t('data.directoryWhat'))}
      >
        <IconCopy size={14} />
      </ActionIcon>
    </Row>
  );
}

function About() {
  const { t } = useTranslation('settings');
  const { data: workspace } = useWorkspace();
  const [showsLicences, setShowsLicences] = useState(false);
  const reset = () => {
    const { columns, views } = usePreferences.getState();
    prefer({ columns: {}, views: {} });
    notify({ title: t('about.resetDone'), undo: () => prefer({ columns, views }) });
  };
  return (
    <Section title={t('about.title')}>
      <Row name="Proofdesk" hint={t('about.text')}>
        {workspace !== undefined && t('about.version')} {workspace?.version}
      </Row>
      <Row name={t('about.api')}>
        <Anchor href={apiUrl('/openapi.json')} target="_blank" rel="noreferrer" size="sm">
          /v1/openapi.json
        </Anchor>
      </Row>
      <Row name={t('about.licences')}>
        <Button onClick={() => setShowsLicences(true)}>{t('about.showLicences')}</Button>
        <LicencesDialog opened={showsLicences} onClose={() => setShowsLicences(false)} />
      </Row>
      <Row name={t('about.views')} hint={t('about.viewsHint')}>
        <Button onClick={reset}>{t('about.reset')}</Button>
      </Row>
    </Section>
  );
}
