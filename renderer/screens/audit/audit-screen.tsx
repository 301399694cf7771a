/** The audit log: who asked for what, narrowed, opened, exported, and how far the ledger vouches for it. */
import { useMemo, useRef, useState } from 'react';
import { Button, CloseButton } from '@mantine/core';
import { IconDownload, IconHistory, IconListSearch, IconX } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { auditActions, auditOutcomes, type AuditEvent } from '../../../shared/contract/audit.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useApiKeys } from '../../api/access.ts';
import { auditPageSize, useAuditCounts, useAuditEvents, useAuditState } from '../../api/audit.ts';
import { useMay } from '../../api/capabilities.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { ListGrid, type ListGridHandle } from '../../ui/list/list-grid.tsx';
import { BrowsePage } from '../../ui/page/browse-page.tsx';
import { useListOverlay } from '../../ui/page/list-overlay.tsx';
import { Pager } from '../../ui/page/pager.tsx';
import { SearchField } from '../../ui/page/search-field.tsx';
import { Segments, sumOf } from '../../ui/list/segments.tsx';
import { usePreferences } from '../../state/preferences.ts';
import { DayField } from '../../ui/day-field.tsx';
import { formatCount, formatInstantIn } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useGridColumns } from '../../ui/table/use-grid-columns.ts';
import { auditColumns } from './audit-columns.tsx';
import { filtersOfEvent } from './event-filters.ts';
import { EventPane } from './event-pane.tsx';
import { AuditExportDialog } from './export-dialog.tsx';
import { filterOfSearch, parseAuditSearch, type AuditSearch } from './search.ts';
import { Select } from '../../ui/form/choices.tsx';
import classes from './audit.module.css';

const route = getRouteApi('/audit');
const noEvents: readonly AuditEvent[] = [];
const idOf = (event: AuditEvent) => String(event.seq);
const everything = ' ';

export function AuditScreen() {
  const { t } = useTranslation('audit');
  const { t: requests } = useTranslation('requests');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const zone = usePreferences((state) => state.timeZone);
  const grid = useRef<ListGridHandle>(null);
  const may = useMay();
  const [exporting, setExporting] = useState(false);
  const filter = filterOfSearch(search);
  const { offset = 0, event: openSeq } = search;
  const isBackwards =
    search.from !== undefined && search.to !== undefined && search.from > search.to;
  const query = useAuditEvents(filter, offset);
  const counts = useAuditCounts(filter);
  const rows = query.data?.data ?? noEvents;
  const total = query.data?.pagination.total;
  const isNarrowed = Object.keys(filter).length > 0;

  const show = (part: Partial<AuditSearch>) =>
    void navigate({ search: { ...search, ...part }, replace: true });
  const narrow = (part: Partial<AuditSearch>) => show({ ...part, offset: undefined });
  const close = () => {
    show({ event: undefined });
    grid.current?.focus();
  };
  const { t: access } = useTranslation('access');
  const definitions = useMemo(
    () => auditColumns(t, requests, access, zone),
    [t, requests, access, zone],
  );
  const cells = useMemo(() => ({ zone }), [zone]);
  const columns = useGridColumns('audit', definitions);
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

  const overlay = useListOverlay({
    query,
    isEmpty: rows.length === 0 && !isNarrowed,
    isWithoutResult: rows.length === 0,
    failed: t('failed'),
    loading: t('loading'),
    empty: (
      <EmptyState icon={<IconHistory size={20} stroke={1.6} />} title={t('emptyTitle')}>
        {t('empty')}
      </EmptyState>
    ),
    noResult: (
      <EmptyState
        icon={<IconListSearch size={20} stroke={1.6} />}
        title={t('noResult')}
        actions={
          <Button
            leftSection={<IconX size={14} />}
            onClick={() => void navigate({ search: {}, replace: true })}
          >
            {t('clear')}
          </Button>
        }
      >
        {t('noResultText')}
      </EmptyState>
    ),
  });
  return (
    <>
      <BrowsePage
        title={t('title')}
        tools={
          <>
            <SearchField
              id="audit.search"
              label={t('searchLabel')}
              placeholder={t('search')}
              command={t('command.search')}
              text={search.q ?? ''}
              onFind={(q) => narrow({ q: q.trim() === '' ? undefined : q })}
              onLeave={() => grid.current?.focus()}
            />
            <Segments
              label={t('outcome.label')}
              segments={(['all', ...auditOutcomes] as const).map((value) => ({
                value,
                label: t(`outcome.${value}`),
                count: value === 'all' ? sumOf(counts) : counts?.[value],
              }))}
              value={search.outcome ?? 'all'}
              onChange={(value) => narrow({ outcome: value === 'all' ? undefined : value })}
            />
          </>
        }
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
        columns={columns}
        table={{
          id: 'audit',
          title: t('title'),
          view: {
            search: { ...search, event: undefined, offset: undefined },
            open: (view) => void navigate({ search: parseAuditSearch(view), replace: true }),
          },
          source: { operation: 'listAuditEvents', query: filter },
          total,
          notes: Object.entries(filter).map(([name, value]) => `${name}: ${value}`),
        }}
        above={
          <div className={classes.filters}>
            <CallerSelect caller={search.caller} onCaller={(caller) => narrow({ caller })} />
            <Select
              className={classes.action ?? ''}
              size="xs"
              aria-label={t('action.label')}
              allowDeselect={false}
              data={[
                { value: everything, label: t('action.all') },
                ...auditActions.map((value) => ({ value, label: t(`action.${value}`) })),
              ]}
              value={search.action ?? everything}
              onChange={(value) => narrow({ action: auditActions.find((each) => each === value) })}
            />
            <DayField
              className={classes.date}
              label={t('from')}
              placeholder={t('from')}
              clearable
              day={search.from}
              wrong={isBackwards}
              onDay={(from) => narrow({ from })}
            />
            <span className={classes.dim} aria-hidden="true">
              –
            </span>
            <DayField
              className={classes.date}
              label={t('to')}
              placeholder={t('to')}
              clearable
              day={search.to}
              wrong={isBackwards}
              onDay={(to) => narrow({ to })}
            />
            {search.operation !== undefined && (
              <Chip
                text={t('narrowed.operation', { name: search.operation })}
                onRemove={() => narrow({ operation: undefined })}
              />
            )}
            {search.object !== undefined && (
              <Chip
                text={t('narrowed.object', { name: search.object })}
                onRemove={() => narrow({ object: undefined })}
              />
            )}
            {isNarrowed && (
              <Button
                variant="subtle"
                size="compact-xs"
                onClick={() => void navigate({ search: { event: openSeq }, replace: true })}
              >
                {t('clear')}
              </Button>
            )}
          </div>
        }
        grid={
          <ListGrid
            ref={grid}
            id="audit"
            title={t('title')}
            label={total === undefined ? t('title') : t('grid', { total: formatCount(total) })}
            noun="events"
            rows={rows}
            rowId={idOf}
            idName={t('column.id')}
            copied={({ request_id: id }) => id}
            total={total === undefined ? undefined : rows.length}
            columns={columns}
            cells={cells}
            sort=""
            order="desc"
            dimmed={query.isPlaceholderData}
            openId={openSeq === undefined ? undefined : String(openSeq)}
            onSort={() => undefined}
            onOpen={({ seq }) => show({ event: seq })}
            onMove={({ seq }) => show({ event: seq })}
            onEscape={close}
            whole={{
              source: { operation: 'listAuditEvents', query: filter },
              total: total ?? 0,
              idPath: '/seq',
            }}
            filtersOf={(event) => filtersOfEvent(event, { t, requests, narrow })}
            overlay={overlay}
          />
        }
        foot={
          <>
            <Pager
              offset={offset}
              size={auditPageSize}
              total={total ?? 0}
              onOffset={(next) => show({ offset: next === 0 ? undefined : next })}
            />
            <StateLine />
          </>
        }
        pane={
          openSeq === undefined ? null : <EventPane key={openSeq} seq={openSeq} onClose={close} />
        }
        paneLabel={t('pane')}
        onClosePane={close}
        onFocusGrid={() => grid.current?.focus()}
        announcement={
          total === undefined ? '' : t('announce', { count: total, formatted: formatCount(total) })
        }
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

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useTranslation('audit');
  return (
    <span className={classes.chip}>
      <span title={showHidden(text)}>{showHidden(text)}</span>
      <CloseButton size="sm" aria-label={t('narrowed.remove', { what: text })} onClick={onRemove} />
    </span>
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
