/** Requests: the last calls of this window, or of every caller, each as a command to repeat it. */
import { useMemo, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import {
  IconActivity,
  IconListSearch,
  IconPlayerPause,
  IconPlayerPlay,
  IconTerminal2,
  IconX,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCalls, type Call } from '../../api/calls.ts';
import { useMay } from '../../api/capabilities.ts';
import { useAnsweredRequests } from '../../api/requests.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { ListGrid, type ListGridHandle } from '../../ui/list/list-grid.tsx';
import { BrowsePage } from '../../ui/page/browse-page.tsx';
import { useListOverlay } from '../../ui/page/list-overlay.tsx';
import { Segments } from '../../ui/list/segments.tsx';
import { SearchField } from '../../ui/page/search-field.tsx';
import { usePreferences } from '../../state/preferences.ts';
import { copyText } from '../../ui/clipboard.ts';
import { formatCount } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useGridColumns } from '../../ui/table/use-grid-columns.ts';
import { requestColumns } from './request-columns.tsx';
import { RequestPane, commandOf } from './request-pane.tsx';
import {
  callsById,
  chooseRows,
  classOf,
  fileRow,
  isConsoles,
  rowOfAnswered,
  rowOfCall,
  type RequestRow,
} from './rows.ts';
import { parseRequestsSearch, requestSorts, statusClasses, type RequestsSearch } from './search.ts';
import { useBaseUrl } from '../../ui/requests/use-base-url.ts';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import classes from './requests.module.css';

const route = getRouteApi('/requests');
const idOf = (row: RequestRow) => row.id;
const views = ['window', 'everyone', 'programs'] as const;
type View = (typeof views)[number];
const emptyWords = {
  window: 'empty',
  everyone: 'emptyEveryone',
  programs: 'emptyPrograms',
} as const satisfies Record<View, string>;

export function RequestsScreen() {
  const { t } = useTranslation('requests');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const zone = usePreferences((state) => state.timeZone);
  const grid = useRef<ListGridHandle>(null);
  const may = useMay();
  const baseUrl = useBaseUrl();
  const canSeeAll = may('listRequests');
  const of = canSeeAll ? (search.of ?? 'window') : 'window';
  const ofEveryone = of !== 'window';
  const { query, rows: current } = useRows(of);
  const [held, setHeld] = useState<readonly RequestRow[]>();
  const all = held ?? current;
  const newer = held === undefined ? 0 : countNewer(held, current);
  const sort = search.sort ?? 'at';
  const order = search.order ?? 'desc';
  const text = search.q ?? '';
  const rows = chooseRows(all, { status: search.status, text, sort, order });
  const shown = all.find((each) => each.id === search.request);

  const show = (part: Partial<RequestsSearch>) =>
    void navigate({ search: { ...search, ...part }, replace: true });
  const close = () => {
    show({ request: undefined });
    grid.current?.focus();
  };
  const toggleHold = () => setHeld(held === undefined ? current : undefined);
  const definitions = useMemo(() => requestColumns(t, zone, ofEveryone), [t, zone, ofEveryone]);
  const cells = useMemo(() => ({ zone }), [zone]);
  const columns = useGridColumns(ofEveryone ? 'requests-everyone' : 'requests', definitions);
  useCommands([
    {
      id: 'request.curl',
      title: t('command.curl'),
      group: 'row',
      scope: 'global',
      icon: IconTerminal2,
      isEnabled: () => shown !== undefined,
      run: () => {
        if (shown !== undefined) void copyText(commandOf(shown, baseUrl), t('curl.what'));
      },
    },
    {
      id: 'requests.hold',
      title: t('command.hold'),
      group: 'view',
      scope: 'global',
      icon: held === undefined ? IconPlayerPause : IconPlayerPlay,
      run: toggleHold,
    },
  ]);

  const overlay = useListOverlay({
    query,
    isEmpty: all.length === 0,
    isWithoutResult: rows.length === 0,
    failed: t('failed'),
    loading: t('loading'),
    empty: (
      <EmptyState icon={<IconActivity size={20} stroke={1.6} />} title={t('emptyTitle')}>
        {t(emptyWords[of])}
      </EmptyState>
    ),
    noResult: (
      <EmptyState
        icon={<IconListSearch size={20} stroke={1.6} />}
        title={t('noResult')}
        actions={
          <Button
            leftSection={<IconX size={14} />}
            onClick={() => show({ q: undefined, status: undefined })}
          >
            {t('showAll')}
          </Button>
        }
      >
        {t('noResultText', { total: formatCount(all.length) })}
      </EmptyState>
    ),
  });
  return (
    <BrowsePage
      title={t('title')}
      tools={
        <>
          <SearchField
            id="requests.search"
            label={t('searchLabel')}
            placeholder={t('search')}
            command={t('command.search')}
            text={text}
            onFind={(q) => show({ q: q === '' ? undefined : q })}
            onLeave={() => grid.current?.focus()}
          />
          {canSeeAll && (
            <SegmentedControl
              size="xs"
              aria-label={t('of.label')}
              value={of}
              data={views.map((value) => ({
                value,
                label: t(`of.${value}`),
              }))}
              onChange={(value) => {
                setHeld(undefined);
                const next = views.find((each) => each === value);
                show({ of: next === 'window' ? undefined : next, request: undefined });
              }}
            />
          )}
          <StatusSegments
            rows={all}
            value={search.status}
            onChange={(status) => show({ status })}
          />
        </>
      }
      actions={
        <Button
          leftSection={
            held === undefined ? (
              <IconPlayerPause size={14} stroke={1.75} />
            ) : (
              <IconPlayerPlay size={14} stroke={1.75} />
            )
          }
          title={t('holdHint')}
          aria-pressed={held !== undefined}
          onClick={toggleHold}
        >
          {t(held === undefined ? 'hold' : 'resume')}
        </Button>
      }
      columns={columns}
      table={{
        id: 'requests',
        title: t('title'),
        view: {
          search: { ...search, request: undefined },
          open: (view) => void navigate({ search: parseRequestsSearch(view), replace: true }),
        },
        source: { rows: rows.map(fileRow) },
        total: rows.length,
        notes: [
          t(`of.${of}`),
          ...(text === '' ? [] : [`${t('search')}: ${text}`]),
          ...(search.status === undefined ? [] : [t(`status.${search.status}`)]),
        ],
      }}
      above={
        held !== undefined && (
          <p className={classes.held}>
            {t('held', { count: newer, formatted: formatCount(newer) })}
          </p>
        )
      }
      grid={
        <ListGrid
          ref={grid}
          id="requests"
          label={t('grid', { total: formatCount(rows.length) })}
          noun="requests"
          rows={rows}
          rowId={idOf}
          idName={t('column.id')}
          title={t('title')}
          fileRow={fileRow}
          copied={({ requestId }) => requestId}
          total={all.length}
          columns={columns}
          cells={cells}
          sort={sort}
          order={order}
          dimmed={false}
          openId={shown?.id}
          onSort={(column, way) => {
            const next = requestSorts.find((each) => each === column);
            show({
              sort: next === 'at' ? undefined : next,
              order: way === 'asc' ? 'asc' : undefined,
            });
          }}
          filtersOf={(row) => {
            const status = classOf(row);
            return [
              ...(status === undefined
                ? []
                : [
                    {
                      label: `${t('column.status')}: ${t(`status.${status}`)}`,
                      run: () => show({ status }),
                    },
                  ]),
              {
                label: `${t('column.path')}: ${row.path}`,
                run: () => show({ q: row.path }),
              },
            ];
          }}
          onOpen={({ id }) => show({ request: id })}
          onMove={({ id }) => show({ request: id })}
          onEscape={close}
          overlay={overlay}
        />
      }
      foot={<p className={classes.foot}>{t(ofEveryone ? 'restEveryone' : 'rest')}</p>}
      pane={
        shown === undefined ? null : <RequestPane row={shown} baseUrl={baseUrl} onClose={close} />
      }
      paneLabel={t('pane')}
      onClosePane={close}
      onFocusGrid={() => grid.current?.focus()}
      announcement={
        held === undefined && search.q === undefined && search.status === undefined
          ? ''
          : t('announce', { count: rows.length, formatted: formatCount(rows.length) })
      }
    />
  );
}

/** What this window sent, or what every caller asked; the query stands in for one where none is asked. */
function useRows(of: View) {
  const ofEveryone = of !== 'window';
  const calls = useCalls();
  const everyone = useAnsweredRequests(ofEveryone);
  const answered = everyone.data?.data;
  const rows = useMemo(() => {
    if (!ofEveryone) return calls.map(rowOfCall);
    const own: ReadonlyMap<string, Call> = callsById(calls);
    const everyones = (answered ?? []).map((each) => rowOfAnswered(each, own));
    return of === 'programs' ? everyones.filter((each) => !isConsoles(each)) : everyones;
  }, [of, ofEveryone, calls, answered]);
  const query = ofEveryone
    ? everyone
    : { data: calls, error: null, isPending: false, refetch: everyone.refetch };
  return { query, rows };
}

/** Rows that came after those that are held. */
function countNewer(held: readonly RequestRow[], current: readonly RequestRow[]): number {
  const newest = held[0];
  if (newest === undefined) return current.length;
  const place = current.findIndex((each) => each.id === newest.id);
  return place < 0 ? current.length : place;
}

function StatusSegments({
  rows,
  value,
  onChange,
}: {
  rows: readonly RequestRow[];
  value: RequestsSearch['status'];
  onChange: (status: RequestsSearch['status']) => void;
}) {
  const { t } = useTranslation('requests');
  const counts = { all: rows.length, '2xx': 0, '4xx': 0, '5xx': 0 };
  for (const row of rows) {
    const its = classOf(row);
    if (its !== undefined) counts[its] += 1;
  }
  return (
    <Segments
      label={t('status.label')}
      segments={(['all', ...statusClasses] as const).map((each) => ({
        value: each,
        label: t(`status.${each}`),
        count: counts[each],
      }))}
      value={value ?? 'all'}
      onChange={(next) => onChange(next === 'all' ? undefined : next)}
    />
  );
}
