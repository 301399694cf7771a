/** One dataset: its fields, policy, sessions, and what appends to or withdraws it. */
import { useState } from 'react';
import { ActionIcon, Button, Menu } from '@mantine/core';
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
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useDataset } from '../../api/datasets.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import {
  Banner,
  DetailPage,
  DetailState,
  Fact,
  Facts,
  MissingState,
  PageTabs,
  type PageTab,
} from '../../ui/page/detail-page.tsx';
import { useOpenedThing } from '../../ui/places/use-recent-things.ts';
import { NotHere } from '../../ui/page/not-here.tsx';
import { tabNeeds, useTabs } from '../../ui/places/places.ts';
import { openDialog } from '../../state/dialogs.ts';
import { datasetsAddress } from '../../ui/addresses.ts';
import { copyText } from '../../ui/clipboard.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
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
  useOpenedThing('dataset', id, query);
  if (query.data !== undefined) return <OpenedDataset key={id} dataset={query.data} />;
  return (
    <DetailPage
      back={{ href: datasetsAddress, label: t('backToList') }}
      name={id}
      section={t('title')}
    >
      <DetailState
        query={query}
        loading={t('loadingOne')}
        failed={t('oneFailed')}
        missing={
          <MissingState
            icon={<IconDatabase size={20} stroke={1.6} />}
            title={t('missing.title', { id })}
            text={t('missing.text')}
            back={{ href: datasetsAddress, label: t('missing.back') }}
          />
        }
      />
    </DetailPage>
  );
}

function OpenedDataset({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { dataset_id: id, status } = dataset;
  const isActive = status === 'active';
  const may = useMay();
  const { offered, tab, lacking } = useTabs(tabNeeds.datasets, datasetTabs, search.tab);
  const [dialog, setDialog] = useState<'import' | 'revoke'>();
  const openSession = () => openDialog({ kind: 'open-session', datasetId: id });
  const can = {
    open: isActive && may('createSession'),
    import: isActive && may('importDatasetRecords'),
    revoke: isActive && may('revokeDataset'),
  };
  const command = (name: keyof typeof can, icon: typeof IconBan, run: () => void) => ({
    id: `dataset.${name}`,
    title: t(`command.${name}`),
    group: 'do' as const,
    scope: 'global' as const,
    icon,
    isEnabled: () => can[name],
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
  const tabs: readonly PageTab<DatasetTab>[] = [
    {
      id: 'fields',
      label: t('tab.fields'),
      count: dataset.field_count,
      content: (
        <FieldsPanel
          dataset={dataset}
          onImport={can.import ? () => setDialog('import') : undefined}
        />
      ),
    },
    {
      id: 'policy',
      label: t('tab.policy'),
      isText: true,
      content: <PolicyPanel policy={dataset.policy} />,
    },
    {
      id: 'sessions',
      label: t('tab.sessions'),
      count: dataset.session_count,
      content: <SessionsPanel datasetId={id} onOpen={can.open ? openSession : undefined} />,
    },
  ];

  return (
    <DetailPage
      back={{ href: datasetsAddress, label: t('backToList') }}
      name={dataset.name}
      section={t('title')}
      badges={<DatasetStatusBadge status={status} />}
      actions={
        <>
          {can.import && (
            <Button
              leftSection={<IconFileImport size={14} stroke={1.75} />}
              onClick={() => setDialog('import')}
            >
              {t('import.action')}
            </Button>
          )}
          {can.open && (
            <Button
              variant="filled"
              leftSection={<IconPlugConnected size={14} stroke={2} />}
              onClick={openSession}
            >
              {t('openSession')}
            </Button>
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
              {can.revoke && (
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
        </>
      }
    >
      <DatasetFacts dataset={dataset} />
      {!isActive && <RevokedBanner dataset={dataset} />}
      <NotHere name={t(`tab.${search.tab ?? tab}`)} lacking={lacking} />
      <PageTabs
        tabs={tabs.filter((each) => offered.includes(each.id))}
        value={tab}
        onChange={(next) =>
          void navigate({ params: { id }, search: { tab: next === 'fields' ? undefined : next } })
        }
      />
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
    </DetailPage>
  );
}

function DatasetFacts({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  return (
    <Facts>
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
    </Facts>
  );
}

/** When, why and by whom the dataset was withdrawn. */
function RevokedBanner({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  return (
    <Banner tone="warn" icon={<IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />}>
      <strong>{t('banner.revoked', { by: dataset.revoked_by ?? dataset.holder_id })}</strong>{' '}
      {dataset.revoked_at !== undefined && <Instant at={dataset.revoked_at} withZone />}
      {dataset.revocation_reason !== undefined && (
        <>
          <br />
          {showHidden(dataset.revocation_reason)}
        </>
      )}
      <br />
      {t('banner.after')}
    </Banner>
  );
}
