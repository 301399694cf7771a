/** Data sessions: who reads which dataset, for what, until when. */
import { useEffect, useMemo, useRef } from 'react';
import { Button, CloseButton } from '@mantine/core';
import { IconListSearch, IconPlugConnected, IconPlus, IconX } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  sessionStatuses,
  type Session,
  type SessionStatus,
} from '../../../shared/contract/sessions.ts';
import { useMay } from '../../api/capabilities.ts';
import { listedSessions, useSessionCounts, useSessions } from '../../api/sessions.ts';
import { inSentence } from '../../i18n/in-sentence.ts';
import { ListGrid, type ListGridHandle } from '../../ui/list/list-grid.tsx';
import { useListOverlay } from '../../ui/page/list-overlay.tsx';
import { ListPage } from '../../ui/page/list-page.tsx';
import { Segments, sumOf, type Segment } from '../../ui/list/segments.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { usePreferences } from '../../state/preferences.ts';
import { formatCount } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useGridColumns } from '../../ui/table/use-grid-columns.ts';
import { useExpiryRefresh } from '../../ui/sessions/countdown.tsx';
import { listRows } from './list-rows.ts';
import { parseSessionsSearch, sessionSorts, type SessionsSearch } from './search.ts';
import { sessionColumns } from './session-columns.tsx';
import classes from './sessions.module.css';

const route = getRouteApi('/sessions');
const noSessions: readonly Session[] = [];
const idOf = (session: Session) => session.session_id;

export function SessionsScreen() {
  const { t } = useTranslation('sessions');
  const may = useMay();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { status, dataset_id: datasetId } = search;
  const query = useSessions({ status, dataset_id: datasetId });
  const counts = useSessionCounts(datasetId);
  const zone = usePreferences((state) => state.timeZone);
  const grid = useRef<ListGridHandle>(null);
  const sort = search.sort ?? 'opened';
  const order = search.order ?? 'desc';

  const sessions = query.data?.data ?? noSessions;
  const total = query.data?.total;
  const rows = useMemo(() => listRows(sessions, sort, order), [sessions, sort, order]);
  const definitions = useMemo(() => sessionColumns(t, zone), [t, zone]);
  const cells = useMemo(() => ({ t, zone }), [t, zone]);
  const columns = useGridColumns('sessions', definitions);
  useExpiryRefresh(
    sessions.filter((each) => each.status === 'active').map((each) => each.expires_at),
  );

  const listQuery = { status, dataset_id: datasetId, include: 'usage' };
  const show = (part: Partial<SessionsSearch>) =>
    void navigate({ search: { ...search, ...part }, replace: true });
  const openNew = () => openDialog({ kind: 'open-session', datasetId: datasetId ?? null });
  useEffect(() => grid.current?.focus(), []);

  const counted = counts.data;
  const all = sumOf(counted);
  const segments: Segment<SessionStatus | 'all'>[] = [
    { value: 'all', label: t('segment.all'), count: all },
    ...sessionStatuses.map((value) => ({
      value,
      label: t(`status.${value}`),
      count: counted?.[value],
    })),
  ];

  const overlay = useListOverlay({
    query,
    isEmpty: rows.length === 0 && status === undefined && datasetId === undefined,
    isWithoutResult: rows.length === 0,
    failed: t('listFailed'),
    loading: t('loading'),
    empty: (
      <EmptyState
        icon={<IconPlugConnected size={20} stroke={1.6} />}
        title={t('empty.title')}
        actions={
          may('createSession') && (
            <Button variant="filled" leftSection={<IconPlus size={14} />} onClick={openNew}>
              {t('open.action')}
            </Button>
          )
        }
      >
        {t('empty.text')}
      </EmptyState>
    ),
    noResult: (
      <EmptyState
        icon={<IconListSearch size={20} stroke={1.6} />}
        title={
          status === undefined
            ? t('noResult.title')
            : t('noResult.titleOf', { status: inSentence(t(`status.${status}`)) })
        }
        actions={
          <Button
            leftSection={<IconX size={14} />}
            onClick={() => show({ status: undefined, dataset_id: undefined })}
          >
            {t('noResult.clear')}
          </Button>
        }
      >
        {datasetId === undefined ? t('noResult.text') : t('noResult.textOf', { id: datasetId })}
      </EmptyState>
    ),
  });

  return (
    <ListPage
      title={t('title')}
      tools={
        <Segments
          label={t('segment.label')}
          segments={segments}
          value={status ?? 'all'}
          onChange={(value) => show({ status: value === 'all' ? undefined : value })}
        />
      }
      columns={columns}
      table={{
        id: 'sessions',
        title: t('title'),
        view: {
          search,
          open: (view) => void navigate({ search: parseSessionsSearch(view), replace: true }),
        },
        // More than are listed are read page by page.
        source:
          total !== undefined && total > sessions.length
            ? { operation: 'listSessions', query: listQuery }
            : { rows },
        total,
        notes: [
          ...(status === undefined ? [] : [`${t('column.status')}: ${t(`status.${status}`)}`]),
          ...(datasetId === undefined ? [] : [`${t('column.dataset')}: ${datasetId}`]),
        ],
      }}
      action={{ label: t('open.action'), needs: 'createSession', run: openNew }}
      above={
        <>
          {datasetId !== undefined && (
            <div className={classes.chips}>
              <span className={classes.chip}>
                <span className={classes.chipName}>{t('column.dataset')}</span>
                <bdi className={classes.chipValue} title={datasetId}>
                  {datasetId}
                </bdi>
                <CloseButton
                  size="sm"
                  aria-label={t('removeDataset')}
                  onClick={() => show({ dataset_id: undefined })}
                />
              </span>
            </div>
          )}
          {total !== undefined && total > listedSessions && (
            <p className={classes.note}>
              {t('newestOf', { shown: formatCount(listedSessions), total: formatCount(total) })}
            </p>
          )}
        </>
      }
      announcement={
        query.data === undefined
          ? ''
          : t('announce', { count: rows.length, total: formatCount(rows.length) })
      }
    >
      <ListGrid
        ref={grid}
        title={t('title')}
        id="sessions"
        label={total === undefined ? t('title') : t('grid', { total: formatCount(total) })}
        noun="sessions"
        rows={rows}
        rowId={idOf}
        idName={t('column.id')}
        total={total === undefined ? undefined : (all ?? total)}
        columns={columns}
        cells={cells}
        sort={sort}
        order={order}
        dimmed={query.isPlaceholderData}
        onSort={(column, way) => {
          const next = sessionSorts.find((each) => each === column);
          show({
            sort: next === 'opened' ? undefined : next,
            order: way === 'asc' ? 'asc' : undefined,
          });
        }}
        onOpen={({ session_id: id }) =>
          void navigate({ to: '/sessions/$id', params: { id }, search: {} })
        }
        whole={{
          source: { operation: 'listSessions', query: listQuery },
          total: total ?? 0,
          idPath: '/session_id',
        }}
        filtersOf={(session) => [
          {
            label: `${t('column.status')}: ${t(`status.${session.status}`)}`,
            run: () => show({ status: session.status }),
          },
          {
            label: `${t('column.dataset')}: ${session.dataset_id}`,
            run: () => show({ dataset_id: session.dataset_id }),
          },
        ]}
        overlay={overlay}
      />
    </ListPage>
  );
}
