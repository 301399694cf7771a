/** Datasets: rows, holder, policy, and the sessions that read them. */
import { useEffect, useMemo, useRef } from 'react';
import { Button } from '@mantine/core';
import { IconDatabase, IconListSearch, IconPlus, IconX } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { datasetStatuses, type Dataset } from '../../../shared/contract/datasets.ts';
import { useMay } from '../../api/capabilities.ts';
import { useDatasets } from '../../api/datasets.ts';
import { ListGrid, type ListGridHandle } from '../../ui/list/list-grid.tsx';
import { useListOverlay } from '../../ui/page/list-overlay.tsx';
import { ListPage } from '../../ui/page/list-page.tsx';
import { SearchField } from '../../ui/page/search-field.tsx';
import { Segments } from '../../ui/list/segments.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { usePreferences } from '../../state/preferences.ts';
import { formatCount } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useGridColumns } from '../../ui/table/use-grid-columns.ts';
import { datasetColumns } from './dataset-columns.tsx';
import { listRows } from './list-rows.ts';
import { datasetSorts, parseDatasetsSearch, type DatasetsSearch } from './search.ts';

const route = getRouteApi('/datasets');
const noDatasets: readonly Dataset[] = [];
const idOf = (dataset: Dataset) => dataset.dataset_id;
const makeNew = () => openDialog({ kind: 'new-dataset' });

export function DatasetsScreen() {
  const { t } = useTranslation('datasets');
  const { t: tables } = useTranslation('tables');
  const may = useMay();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useDatasets();
  const zone = usePreferences((state) => state.timeZone);
  const grid = useRef<ListGridHandle>(null);
  const text = search.q ?? '';
  const sort = search.sort ?? 'created';
  const order = search.order ?? 'desc';

  const datasets = query.data ?? noDatasets;
  const { status } = search;
  const found = useMemo(() => listRows(datasets, text, sort, order), [datasets, text, sort, order]);
  const rows = useMemo(
    () => (status === undefined ? found : found.filter((each) => each.status === status)),
    [found, status],
  );
  const definitions = useMemo(() => datasetColumns(t, zone), [t, zone]);
  const cells = useMemo(() => ({ t, zone }), [t, zone]);
  const columns = useGridColumns('datasets', definitions);
  const show = (part: Partial<DatasetsSearch>) =>
    void navigate({ search: { ...search, ...part }, replace: true });
  const find = (q: string) => show({ q: q.trim() === '' ? undefined : q });

  useEffect(() => grid.current?.focus(), []);

  const overlay = useListOverlay({
    query,
    isEmpty: datasets.length === 0,
    isWithoutResult: rows.length === 0,
    failed: t('listFailed'),
    loading: t('loading'),
    empty: (
      <EmptyState
        icon={<IconDatabase size={20} stroke={1.6} />}
        title={t('empty.title')}
        actions={
          may('createDataset') && (
            <Button variant="filled" leftSection={<IconPlus size={14} />} onClick={makeNew}>
              {t('new.action')}
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
        title={text === '' ? tables('noRow') : t('noResult.title', { text })}
        actions={
          <Button
            leftSection={<IconX size={14} />}
            onClick={() => show({ q: undefined, status: undefined })}
          >
            {t('noResult.clear')}
          </Button>
        }
      >
        {t('noResult.text')}
      </EmptyState>
    ),
  });

  return (
    <ListPage
      title={t('title')}
      tools={
        <>
          <SearchField
            id="datasets.search"
            label={t('searchLabel')}
            placeholder={t('search')}
            command={t('command.search')}
            text={text}
            onFind={find}
            onLeave={() => grid.current?.focus()}
          />
          <Segments
            label={t('column.status')}
            segments={[
              { value: 'all' as const, label: tables('all'), count: found.length },
              ...datasetStatuses.map((value) => ({
                value,
                label: t(`status.${value}`),
                count: found.filter((each) => each.status === value).length,
              })),
            ]}
            value={status ?? 'all'}
            onChange={(value) => show({ status: value === 'all' ? undefined : value })}
          />
        </>
      }
      columns={columns}
      table={{
        id: 'datasets',
        title: t('title'),
        view: {
          search,
          open: (view) => void navigate({ search: parseDatasetsSearch(view), replace: true }),
        },
        source: { rows },
        total: query.data === undefined ? undefined : rows.length,
        notes: [
          ...(text === '' ? [] : [`${t('search')}: ${text}`]),
          ...(status === undefined ? [] : [`${t('column.status')}: ${t(`status.${status}`)}`]),
        ],
      }}
      action={{ label: t('new.action'), needs: 'createDataset', run: makeNew }}
      announcement={
        query.data === undefined
          ? ''
          : t('announce', { count: rows.length, total: formatCount(rows.length) })
      }
    >
      <ListGrid
        title={t('title')}
        ref={grid}
        id="datasets"
        label={
          query.data === undefined ? t('title') : t('grid', { total: formatCount(rows.length) })
        }
        noun="datasets"
        rows={rows}
        rowId={idOf}
        idName={t('column.id')}
        total={query.data?.length}
        columns={columns}
        cells={cells}
        sort={sort}
        order={order}
        dimmed={false}
        onSort={(column, way) => {
          const next = datasetSorts.find((each) => each === column);
          show({
            sort: next === 'created' ? undefined : next,
            order: way === 'asc' ? 'asc' : undefined,
          });
        }}
        onOpen={({ dataset_id: id }) =>
          void navigate({ to: '/datasets/$id', params: { id }, search: {} })
        }
        filtersOf={(dataset) => [
          {
            label: `${t('column.status')}: ${t(`status.${dataset.status}`)}`,
            run: () => show({ status: dataset.status }),
          },
          {
            label: `${t('column.holder')}: ${dataset.holder_id}`,
            run: () => find(dataset.holder_id),
          },
        ]}
        overlay={overlay}
      />
    </ListPage>
  );
}
