/** One dataset: its fields, policy, sessions, and what appends to or withdraws it. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ActionIcon, Anchor, Button, Menu, Skeleton, Tabs } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconBan,
  IconCopy,
  IconDatabase,
  IconDots,
  IconFileImport,
  IconPlugConnected,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '../../../shared/contract/datasets.ts';
import { toFailure } from '../../api/client.ts';
import { useDataset } from '../../api/datasets.ts';
import { useCommands } from '../../app/commands.ts';
import { openDialog } from '../../state/dialogs.ts';
import { datasetsAddress } from '../../ui/addresses.ts';
import { copyText } from '../../ui/clipboard.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { showHidden } from '../../ui/json/text-lines.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { DatasetStatusBadge } from './dataset-status.tsx';
import { FieldsPanel } from './fields-panel.tsx';
import { ImportRowsDialog } from './import/import-rows-dialog.tsx';
import { PolicyPanel } from './policy-panel.tsx';
import { RevokeDatasetDialog } from './revoke-dataset-dialog.tsx';
import { datasetTabs, type DatasetTab } from './search.ts';
import { SessionsPanel } from './sessions-panel.tsx';
import classes from './datasets.module.css';

const route = getRouteApi('/datasets/$id');

export function DatasetScreen() {
  const { t } = useTranslation('datasets');
  const { id } = route.useParams();
  const query = useDataset(id);
  const title = `${query.data?.name ?? id} · ${t('title')}`;
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);

  if (query.data !== undefined) return <OpenedDataset key={id} dataset={query.data} />;
  let body: ReactNode = (
    <div className={classes.loading} role="status" aria-busy="true" aria-label={t('loadingOne')}>
      <Skeleton height={48} radius="md" />
      <Skeleton height={240} radius="md" />
    </div>
  );
  if (query.error !== null) {
    body =
      toFailure(query.error).code === 'not_found' ? (
        <EmptyState
          icon={<IconDatabase size={20} stroke={1.6} />}
          title={t('missing.title', { id })}
          actions={
            <Button component="a" href={datasetsAddress}>
              {t('missing.back')}
            </Button>
          }
        >
          {t('missing.text')}
        </EmptyState>
      ) : (
        <ErrorState
          error={query.error}
          title={t('oneFailed')}
          onRetry={() => void query.refetch()}
        />
      );
  }
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <BackLink />
        <h1 className={classes.title}>{id}</h1>
      </header>
      {body}
    </div>
  );
}

function BackLink() {
  const { t } = useTranslation('datasets');
  return (
    <Anchor className={classes.back ?? ''} href={datasetsAddress} aria-label={t('backToList')}>
      <IconArrowLeft size={16} stroke={1.75} />
    </Anchor>
  );
}

function OpenedDataset({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { dataset_id: id, status } = dataset;
  const isActive = status === 'active';
  const [dialog, setDialog] = useState<'import' | 'revoke'>();
  const tab: DatasetTab = search.tab ?? 'fields';
  const openSession = () => openDialog({ kind: 'open-session', datasetId: id });
  const command = (name: 'open' | 'import' | 'revoke', icon: typeof IconBan, run: () => void) => ({
    id: `dataset.${name}`,
    title: t(`command.${name}`),
    group: 'do' as const,
    scope: 'global' as const,
    icon,
    isEnabled: () => isActive,
    run,
  });
  useCommands([
    command('open', IconPlugConnected, openSession),
    command('import', IconFileImport, () => setDialog('import')),
    command('revoke', IconBan, () => setDialog('revoke')),
    {
      id: 'dataset.back',
      title: t('command.back'),
      group: 'go',
      scope: 'global',
      icon: IconArrowLeft,
      run: () => void navigate({ to: '/datasets', search: {} }),
    },
  ]);
  // Whoever came by keyboard goes on from here, and a reader hears which dataset this is.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const counts: Partial<Record<DatasetTab, number>> = {
    fields: dataset.field_count,
    sessions: dataset.session_count,
  };

  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <BackLink />
        <h1 ref={heading} tabIndex={-1} className={classes.title} title={dataset.name}>
          <bdi>{showHidden(dataset.name)}</bdi>
        </h1>
        <DatasetStatusBadge status={status} />
        <span className={classes.space} />
        {isActive && (
          <>
            <Button
              leftSection={<IconFileImport size={14} stroke={1.75} />}
              onClick={() => setDialog('import')}
            >
              {t('import.action')}
            </Button>
            <Button
              variant="filled"
              leftSection={<IconPlugConnected size={14} stroke={2} />}
              onClick={openSession}
            >
              {t('openSession')}
            </Button>
          </>
        )}
        <Menu position="bottom-end" width={210}>
          <Menu.Target>
            <ActionIcon aria-label={t('more')}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconCopy size={15} stroke={1.6} />}
              onClick={() => void copyText(id, t('column.id'))}
            >
              {t('command.copyId')}
            </Menu.Item>
            {isActive && (
              <>
                <Menu.Divider />
                <Menu.Item
                  leftSection={<IconBan size={15} stroke={1.6} />}
                  onClick={() => setDialog('revoke')}
                >
                  {t('command.revoke')}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </header>
      <Facts dataset={dataset} />
      {!isActive && <RevokedBanner dataset={dataset} />}
      <Tabs
        value={tab}
        onChange={(value) => {
          const next = datasetTabs.find((each) => each === value) ?? 'fields';
          void navigate({
            params: { id },
            search: { tab: next === 'fields' ? undefined : next },
          });
        }}
        keepMounted={false}
        className={classes.tabs ?? ''}
      >
        <Tabs.List className={classes.tabList ?? ''}>
          {datasetTabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`tab.${each}`)}
              {(counts[each] ?? 0) > 0 && (
                <span className={classes.tabCount}>{formatCount(counts[each] ?? 0)}</span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="fields" className={classes.panel ?? ''}>
          <FieldsPanel
            dataset={dataset}
            onImport={isActive ? () => setDialog('import') : undefined}
          />
        </Tabs.Panel>
        <Tabs.Panel value="policy" className={classes.panel ?? ''} tabIndex={0}>
          <PolicyPanel policy={dataset.policy} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions" className={classes.panel ?? ''}>
          <SessionsPanel datasetId={id} onOpen={isActive ? openSession : undefined} />
        </Tabs.Panel>
      </Tabs>
      <ImportRowsDialog
        dataset={dataset}
        opened={dialog === 'import'}
        onClose={() => setDialog(undefined)}
      />
      <RevokeDatasetDialog
        dataset={dataset}
        opened={dialog === 'revoke'}
        onClose={() => setDialog(undefined)}
      />
    </div>
  );
}

function Facts({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  return (
    <dl className={classes.facts}>
      <Fact label={t('column.id')}>
        <CopiedValue value={dataset.dataset_id} what={t('column.id')} />
      </Fact>
      <Fact label={t('column.holder')}>
        <bdi>{showHidden(dataset.holder_id)}</bdi>
      </Fact>
      <Fact label={t('column.rows')}>
        <strong>{formatCount(dataset.record_count)}</strong>
        <span className={classes.dim}>{formatBytes(dataset.total_bytes)}</span>
      </Fact>
      <Fact label={t('fact.created')}>
        <Instant at={dataset.created_at} withZone />
      </Fact>
      <Fact label={t('fact.appended')}>
        {dataset.last_appended_at === null ? (
          t('never')
        ) : (
          <Instant at={dataset.last_appended_at} withZone />
        )}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** When, why and by whom the dataset was withdrawn. */
function RevokedBanner({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  return (
    <div className={classes.banner} role="note">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
      <p>
        <strong>
          {t('banner.revoked', { by: showHidden(dataset.revoked_by ?? dataset.holder_id) })}
        </strong>{' '}
        {dataset.revoked_at !== undefined && <Instant at={dataset.revoked_at} withZone />}
        {dataset.revocation_reason !== undefined && (
          <>
            <br />
            {showHidden(dataset.revocation_reason)}
          </>
        )}
        <br />
        {t('banner.after')}
      </p>
    </div>
  );
}
