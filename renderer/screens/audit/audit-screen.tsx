/** The audit log: who asked for what, narrowed, opened, exported, and how far the ledger vouches for it. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { auditActions } from '../../../shared/contract/audit.ts';
import { useApiKeys } from '../../api/access.ts';
import { auditPageSize, useAuditCounts, useAuditEvents, useAuditState } from '../../api/audit.ts';
import { useMay } from '../../api/capabilities.ts';
import { usePreferences } from '../../state/preferences.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { DayField } from '../../ui/day-field.tsx';
import { Select } from '../../ui/form/choices.tsx';
import { formatCount, formatInstantIn } from '../../ui/format.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { useList, type ListState } from '../../ui/list/use-list.ts';
import { auditList } from './audit-list.tsx';
import { EventPane } from './event-pane.tsx';
import { AuditExportDialog } from './export-dialog.tsx';
import { filterOfSearch, parseAuditSearch, type AuditSearch } from './search.ts';
import classes from './audit.module.css';

const route = getRouteApi('/audit');
const everything = ' ';

export function AuditScreen() {
  const { t } = useTranslation(['audit', 'requests', 'access']);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const [exporting, setExporting] = useState(false);
  const filter = filterOfSearch(search);
  const { offset = 0, event: openSeq } = search;
  const query = useAuditEvents(filter, offset);
  const counts = useAuditCounts(filter);
  const total = query.data?.pagination.total;
  const source = pagedRows(
    query,
    { offset, size: auditPageSize },
    { source: { operation: 'listAuditEvents', query: filter }, idPath: '/seq' },
  );
  const list = useList(auditList, source, {
    t,
    search,
    parse: parseAuditSearch,
    show: (next) => void navigate({ search: next, replace: true }),
    stays: ['event'],
  });
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
  const { action, caller, from, to } = search;
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
        notes={Object.entries({ action, caller, from, to }).flatMap(([name, value]) =>
          value === undefined ? [] : [`${name}: ${value}`],
        )}
        above={<Filters search={search} list={list} />}
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
function Filters<Row, Translate>({
  search: { action, caller, from, to },
  list: { isNarrowed, change, clear },
}: {
  search: AuditSearch;
  list: ListState<Row, Translate>;
}) {
  const { t } = useTranslation('audit');
  const narrow = (part: Partial<Record<keyof AuditSearch, string | undefined>>) =>
    change({ ...part, offset: undefined });
  const isBackwards = from !== undefined && to !== undefined && from > to;
  return (
    <div className="pd-filters">
      <CallerSelect caller={caller} onCaller={(next) => narrow({ caller: next })} />
      <Select
        className={classes.action ?? ''}
        size="xs"
        aria-label={t('action.label')}
        allowDeselect={false}
        data={[
          { value: everything, label: t('action.all') },
          ...auditActions.map((value) => ({ value, label: t(`action.${value}`) })),
        ]}
        value={action ?? everything}
        onChange={(value) => narrow({ action: auditActions.find((each) => each === value) })}
      />
      <DayField
        className={classes.date}
        label={t('from')}
        placeholder={t('from')}
        clearable
        day={from}
        wrong={isBackwards}
        onDay={(day) => narrow({ from: day })}
      />
      <span className="pd-dim" aria-hidden="true">
        –
      </span>
      <DayField
        className={classes.date}
        label={t('to')}
        placeholder={t('to')}
        clearable
        day={to}
        wrong={isBackwards}
        onDay={(day) => narrow({ to: day })}
      />
      {isNarrowed && (
        <Button variant="subtle" size="compact-xs" onClick={clear}>
          {t('noResult.clear')}
        </Button>
      )}
    </div>
  );
}

/** Everybody, the window, nobody known, or one of the keys. */
function CallerSelect({
  caller,
  onCaller,
}: {
  caller: string | undefined;
  onCaller: (caller: string | undefined) => void;
}) {
  const { t } = useTranslation('audit');
  const { t: requests } = useTranslation('requests');
  const keys = useApiKeys(undefined, 0).data?.data ?? [];
  const choices = [
    { value: everything, label: t('caller.all') },
    { value: 'operator', label: requests('caller.operator') },
    { value: 'anonymous', label: requests('caller.anonymous') },
    ...keys.map((each) => ({ value: each.key_id, label: each.name })),
  ];
  const isListed = caller === undefined || choices.some(({ value }) => value === caller);
  return (
    <Select
      className={classes.who ?? ''}
      size="xs"
      aria-label={t('caller.label')}
      allowDeselect={false}
      searchable
      data={isListed ? choices : [...choices, { value: caller, label: caller }]}
      value={caller ?? everything}
      onChange={(value) => onCaller(value === null || value === everything ? undefined : value)}
    />
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
