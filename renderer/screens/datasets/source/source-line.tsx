/** Where the rows of a dataset are: which files, how many rows, their snapshot, and how they stand. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconDatabase, IconFolder, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '../../../../shared/contract/datasets.ts';
import type { DatasetSource } from '../../../../shared/contract/sources.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { useMay } from '../../../api/capabilities.ts';
import { useSessions } from '../../../api/sessions.ts';
import { useCheckSource, useDatasetSource } from '../../../api/sources.ts';
import { notify } from '../../../state/notices.ts';
import { formatCount } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Banner, Fact, Facts } from '../../../ui/page/detail-page.tsx';
import { ErrorState, QueryError } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { SnapshotDigest } from '../../../ui/snapshot-digest.tsx';
import { placeText } from './place-text.ts';
import { RelationFacts } from './relation-facts.tsx';

/** For a dataset whose rows are elsewhere than in this ledger. */
export function SourceLine({ dataset }: { readonly dataset: Dataset }) {
  const { t } = useTranslation('sources');
  const query = useDatasetSource(dataset.dataset_id);
  if (query.data === undefined) {
    return query.isError ? <QueryError query={query} title={t('line.failed')} /> : null;
  }
  return <Line dataset={dataset} source={query.data} />;
}

function Line({ dataset, source }: { readonly dataset: Dataset; readonly source: DatasetSource }) {
  const { t } = useTranslation('sources');
  const may = useMay();
  const checking = useCheckSource(dataset.dataset_id);
  const { snapshot_sha256: snapshot, seen_at: seen, state } = source;
  const Icon = source.kind === 'postgres' ? IconDatabase : IconFolder;
  const check = () =>
    checking.mutate(undefined, {
      onSuccess: (found) => {
        if (found.state !== 'ready') return;
        notify({ title: t(found.snapshot_sha256 === snapshot ? 'line.same' : 'line.other') });
      },
    });
  return (
    <section aria-label={t('line.title')}>
      <Facts>
        <Fact label={t('line.title')}>
          <Icon size={14} stroke={1.75} aria-hidden="true" />
          {t(`line.kind.${source.kind}`)}
          <StatusBadge tone={state === 'ready' ? 'info' : 'warn'}>
            {checking.isPending ? t('line.checking') : t(`line.state.${state}`)}
          </StatusBadge>
          {may('checkDatasetSource') && (
            <Button
              size="compact-xs"
              leftSection={<IconRefresh size={13} stroke={1.75} />}
              loading={checking.isPending}
              onClick={check}
            >
              {t('line.check')}
            </Button>
          )}
        </Fact>
        {source.files !== undefined && (
          <Fact label={t('line.place')}>
            <code className="pd-mono pd-cut">{showHidden(placeText(source.files))}</code>
            <span className="pd-dim">
              {t('line.files', {
                count: source.files.length,
                formatted: formatCount(source.files.length),
              })}
            </span>
          </Fact>
        )}
        {source.relation !== undefined && <RelationFacts relation={source.relation} />}
        {snapshot !== null && (
          <Fact label={t('line.snapshot')}>
            <SnapshotDigest sha256={snapshot} what={t('line.snapshot')} />
            {seen !== null && <Instant at={seen} />}
          </Fact>
        )}
      </Facts>
      {checking.isError && (
        <ErrorState compact error={checking.error} title={t('line.checkFailed')} />
      )}
      <StateBanner source={source} />
      <EndedBanner datasetId={dataset.dataset_id} kind={source.kind} />
    </section>
  );
}

/** Why sessions wait, or why none can be opened. */
function StateBanner({ source: { state, since, reason } }: { readonly source: DatasetSource }) {
  const { t } = useTranslation('sources');
  if (state === 'ready') return null;
  return (
    <Banner tone="warn" icon={<IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />}>
      {state === 'changed' ? (
        t('line.changed')
      ) : (
        <>
          <strong>{t(reason === 'empty' ? 'line.empty' : 'line.unavailable')}</strong>{' '}
          {since !== undefined && (
            <>
              {t('line.since')} <Instant at={since} withZone />
              {'. '}
            </>
          )}
          {t('line.waits')}
        </>
      )}
    </Banner>
  );
}

/** Sessions that ended because the rows are others by now. */
function EndedBanner({
  datasetId,
  kind,
}: {
  readonly datasetId: string;
  readonly kind: DatasetSource['kind'];
}) {
  const { t } = useTranslation('sources');
  const sessions = useSessions({ status: 'active', dataset_id: datasetId }).data?.data ?? [];
  const ended = sessions.filter((each) => each.source_changed_at !== undefined);
  if (ended.length === 0) return null;
  return (
    <Banner tone="warn" icon={<IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />}>
      {t(kind === 'postgres' ? 'line.ended.postgres' : 'line.ended.files', {
        count: ended.length,
        formatted: formatCount(ended.length),
      })}
    </Banner>
  );
}
