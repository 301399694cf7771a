/** The audit log: who asked for what, narrowed, opened, exported, and how far the ledger vouches for it. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiKeys } from '../../api/access.ts';
import { auditPageSize, useAuditCounts, useAuditEvents, useAuditState } from '../../api/audit.ts';
import { useMay } from '../../api/capabilities.ts';
import { usePreferences } from '../../state/preferences.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { formatCount, formatInstantIn } from '../../ui/format.ts';
import { FilterDays, FilterSelect } from '../../ui/list/list-filters.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { useList, useListAddress, type ListState } from '../../ui/list/use-list.ts';
import { auditList } from './audit-list.tsx';
import { EventPane } from './event-pane.tsx';
import { AuditExportDialog } from './export-dialog.tsx';
import { filterOfSearch, parseAuditSearch } from './search.ts';
import classes from './audit.module.css';

export function AuditScreen() {
  const { t } = useTranslation(['audit', 'requests', 'access']);
  const address = useListAddress(parseAuditSearch);
  const may = useMay();
  const [exporting, setExporting] = useState(false);
  const filter = filterOfSearch(address.search);
  const { offset = 0, event: openSeq } = address.search;
  const query = useAuditEvents(filter, offset);
  const counts = useAuditCounts(filter);
  const total = query.data?.pagination.total;
  const source = pagedRows(
    query,
    { offset, size: auditPageSize },
    { source: { operation: 'listAuditEvents', query: filter }, idPath: '/seq' },
  );
  const list = useList(auditList, source, { t, ...address, stays: ['event'] });
  const canExport = may('createAuditExport');
  useCommands([
    {
      id: 'audit.export',
      title: t('command.export'),
      group: 'do',
      scope: 'global',
      icon: IconDownload,
      isEnabled: () => canExport,
      run: () => setExporting(true),
    },
  ]);
  const close = () => list.change({ event: undefined });
  return (
    <>
      <ListScreen
        list={list}
        icon={IconHistory}
        counts={{ outcome: counts }}
        empty={{ title: t('emptyTitle'), text: t('empty') }}
        noResult={{ title: t('noResult.title'), text: t('noResult.text') }}
        actions={
          canExport && (
            <Button
              leftSection={<IconDownload size={14} stroke={1.75} />}
              disabled={total === undefined || total === 0}
              onClick={() => setExporting(true)}
            >
              {t('export.action')}
            </Button>
          )
        }
        above={<Filters list={list} />}
        foot={<StateLine />}
        onOpen={({ seq }) => list.change({ event: seq })}
        beside={{
          id: openSeq === undefined ? undefined : String(openSeq),
          label: t('pane'),
          pane: <EventPane key={openSeq} seq={openSeq ?? 0} onClose={close} />,
          onClose: close,
        }}
      />
      <AuditExportDialog
        opened={exporting}
        filter={filter}
        total={total}
        onClose={() => setExporting(false)}
      />
    </>
  );
}

/** Callers, actions and days that the log can be narrowed to. */
function Filters<Row, Translate>({ list }: { list: ListState<Row, Translate> }) {
  const { t } = useTranslation(['audit', 'requests']);
  const keys = useApiKeys(undefined, 0).data?.data ?? [];
  return (
    <div className="pd-filters">
      <FilterSelect
        list={list}
        member="caller"
        label={t('caller.label')}
        all={t('caller.all')}
        choices={[
          { value: 'operator', label: t('requests:caller.operator') },
          { value: 'anonymous', label: t('requests:caller.anonymous') },
          ...keys.map(({ key_id: value, name: label }) => ({ value, label })),
        ]}
      />
      <FilterSelect list={list} member="action" label={t('action.label')} all={t('action.all')} />
      <FilterDays list={list} members={['from', 'to']} />
      {list.isNarrowed && (
        <Button variant="subtle" size="compact-xs" onClick={list.clear}>
          {t('noResult.clear')}
        </Button>
      )}
    </div>
  );
}

/** How long the log is, and how much of it an entry of the ledger covers. */
function StateLine() {
  const { t } = useTranslation('audit');
  const zone = usePreferences((preferences) => preferences.timeZone);
  const { data, isError } = useAuditState();
  if (data === undefined) {
    return <p className={classes.state}>{t(isError ? 'state.failed' : 'state.loading')}</p>;
  }
  const { size, anchored_size: anchored } = data;
  const anchor = {
    count: anchored,
    formatted: formatCount(anchored),
    entry: formatCount(data.last_anchor_entry_seq ?? 0),
    at: data.last_anchored_at === null ? '' : formatInstantIn(data.last_anchored_at, zone),
  };
  const vouched = (): string => {
    if (anchored === 0) return t('state.none');
    return anchored === size ? t('state.all', anchor) : t('state.anchored', anchor);
  };
  return (
    <p className={classes.state}>
      {t('state.size', { count: size, formatted: formatCount(size) })}{' '}
      {size > 0 && `${vouched()} ${t('state.when')}`}
    </p>
  );
}
