/** One dataset: its fields, policy, who used it, sessions, and what appends to or withdraws it. */
import { useState } from 'react';
import {
  IconAlertTriangle,
  IconBan,
  IconDatabase,
  IconFileImport,
  IconPlugConnected,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '../../../shared/contract/datasets.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useDataset } from '../../api/datasets.ts';
import { Banner, DetailPage, Fact, Facts, ThingPage } from '../../ui/page/detail-page.tsx';
import { AddressTabs } from '../../ui/page/address-tabs.tsx';
import { ThingActions, type ThingAction } from '../../ui/page/thing-actions.tsx';
import { tabNeeds } from '../../ui/places/places.ts';
import { openDialog } from '../../state/dialogs.ts';
import { useProofAction } from '../../ui/proof/use-proof-action.ts';
import { datasetsAddress } from '../../ui/addresses.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { AccessTab } from './access/access-tab.tsx';
import { ErasuresTab } from './erasures/erasures-tab.tsx';
import { DatasetStatusBadge } from './dataset-status.tsx';
import { FieldsPanel } from './fields-panel.tsx';
import { ImportRowsDialog } from './import/import-rows-dialog.tsx';
import { ProtectionTab } from './protection/protection-tab.tsx';
import { RevokeDatasetDialog } from './revoke-dataset-dialog.tsx';
import { datasetTabs } from './search.ts';
import { SessionsPanel } from './sessions-panel.tsx';
import { SourceLine } from './source/source-line.tsx';

const route = getRouteApi('/datasets/$id');

export function DatasetScreen() {
  const { t } = useTranslation('datasets');
  const { id } = route.useParams();
  return (
    <ThingPage
      kind="dataset"
      id={id}
      query={useDataset(id)}
      icon={IconDatabase}
      back={{ href: datasetsAddress, label: t('backToList') }}
      section={t('title')}
      loading={t('loadingOne')}
      failed={t('oneFailed')}
      missing={{
        title: t('missing.title', { id }),
        text: t('missing.text'),
        back: t('missing.back'),
      }}
    >
      {(dataset) => <OpenedDataset dataset={dataset} />}
    </ThingPage>
  );
}

function OpenedDataset({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { dataset_id: id, status } = dataset;
  const isActive = status === 'active';
  const isThere = status !== 'revoked' && status !== 'erased';
  const may = useMay();
  const [dialog, setDialog] = useState<'import' | 'revoke'>();
  const close = () => setDialog(undefined);
  const proof = useProofAction('datasets', id);
  const actions = {
    import: {
      name: 'import',
      title: t('command.import'),
      icon: IconFileImport,
      isOffered: isThere && dataset.source === undefined && may('importDatasetRecords'),
      button: t('import.action'),
      run: () => setDialog('import'),
    },
    open: {
      name: 'open',
      title: t('command.open'),
      icon: IconPlugConnected,
      isOffered: isActive && may('createSession'),
      button: t('openSession'),
      isMain: true,
      run: () => openDialog({ kind: 'open-session', datasetId: id }),
    },
    revoke: {
      name: 'revoke',
      title: t('command.revoke'),
      icon: IconBan,
      isOffered: isThere && may('revokeDataset'),
      run: () => setDialog('revoke'),
    },
  } satisfies Record<string, ThingAction>;
  const runOf = ({ isOffered, run }: ThingAction) => (isOffered ? run : undefined);
  return (
    <DetailPage
      back={{ href: datasetsAddress, label: t('backToList') }}
      name={dataset.name}
      section={t('title')}
      badges={<DatasetStatusBadge status={status} />}
      actions={
        <ThingActions
          kind="dataset"
          actions={[...Object.values(actions), proof]}
          copy={{ title: t('command.copyId'), value: id, what: t('column.id') }}
          back={{ title: t('command.back'), href: datasetsAddress }}
          more={t('more')}
        />
      }
    >
      <DatasetFacts dataset={dataset} />
      {dataset.source !== undefined && <SourceLine dataset={dataset} />}
      {(status === 'revoked' || status === 'erased') && <EndedBanner dataset={dataset} />}
      {status === 'draft' && <DraftBanner hasRows={dataset.record_count > 0} />}
      <AddressTabs
        needs={tabNeeds.datasets}
        order={datasetTabs}
        asked={search.tab}
        nameOf={(each) => t(`tab.${each}`)}
        contents={{
          fields: {
            count: dataset.field_count,
            content: <FieldsPanel dataset={dataset} onImport={runOf(actions.import)} />,
          },
          protection: {
            content: <ProtectionTab dataset={dataset} onImport={runOf(actions.import)} />,
          },
          access: { isText: true, content: <AccessTab dataset={dataset} /> },
          sessions: {
            count: dataset.session_count,
            content: <SessionsPanel datasetId={id} onOpen={runOf(actions.open)} />,
          },
          erasures: { content: <ErasuresTab dataset={dataset} /> },
        }}
        onShow={(tab) => void navigate({ params: { id }, search: { tab } })}
      />
      <ImportRowsDialog dataset={dataset} opened={dialog === 'import'} onClose={close} />
      <RevokeDatasetDialog dataset={dataset} opened={dialog === 'revoke'} onClose={close} />
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
        {dataset.source === undefined && (
          <span className="pd-dim">{formatBytes(dataset.total_bytes)}</span>
        )}
      </Fact>
      <Fact label={t('fact.created')}>
        <Instant at={dataset.created_at} withZone />
      </Fact>
      {dataset.source === undefined && (
        <Fact label={t('fact.appended')}>
          {dataset.last_appended_at === null ? (
            t('never')
          ) : (
            <Instant at={dataset.last_appended_at} withZone />
          )}
        </Fact>
      )}
    </Facts>
  );
}

/** Nothing was published yet: there is no use of it. */
function DraftBanner({ hasRows }: { readonly hasRows: boolean }) {
  const { t } = useTranslation('datasets');
  return (
    <Banner tone="warn" icon={<IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />}>
      <strong>{t('policy.draft')}.</strong> {t(hasRows ? 'policy.draftDecide' : 'policy.draftText')}
    </Banner>
  );
}

/** When, why and by whom the dataset was withdrawn, and whether it was erased as well. */
function EndedBanner({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  const isErased = dataset.status === 'erased';
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
      {t(isErased ? 'banner.erased' : 'banner.after')}
    </Banner>
  );
}
