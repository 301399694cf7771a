/** Models of a server that tells their names and versions only: the list of the specification. */
import { useEffect, useMemo, useRef } from 'react';
import { IconBoxModel2, IconListSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ModelList } from '../../../shared/contract/models.ts';
import { useMay } from '../../api/capabilities.ts';
import { useModelNames } from '../../api/models.ts';
import { ListGrid, type ListGridHandle } from '../../ui/list/list-grid.tsx';
import { useListOverlay } from '../../ui/page/list-overlay.tsx';
import { ListPage } from '../../ui/page/list-page.tsx';
import { SearchField } from '../../ui/page/search-field.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { formatCount } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { GridColumn } from '../../ui/table/grid-column.ts';
import { useGridColumns } from '../../ui/table/use-grid-columns.ts';
import { namedModels, type NamedModel } from './list-rows.ts';
import { parseModelsSearch } from './search.ts';
import { NameCell } from './model-columns.tsx';

const route = getRouteApi('/models');
const noModels: ModelList = [];
const idOf = (model: NamedModel) => model.model_id;
const noCells = {};

function nameColumns(t: TFunction<'models'>): GridColumn<NamedModel, typeof noCells>[] {
  return [
    {
      id: 'model',
      title: t('column.model'),
      width: 320,
      sortable: true,
      long: true,
      cell: NameCell,
    },
    { id: 'version', title: t('column.version'), width: 120, cell: (row) => row.version },
  ];
}

export function NamesScreen() {
  const { t } = useTranslation('models');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const query = useModelNames();
  const grid = useRef<ListGridHandle>(null);
  const text = search.q ?? '';
  const order = search.order ?? 'asc';
  const models = query.data ?? noModels;
  const rows = useMemo(() => namedModels(models, text, order), [models, text, order]);
  const definitions = useMemo(() => nameColumns(t), [t]);
  const columns = useGridColumns('model-names', definitions);
  useEffect(() => grid.current?.focus(), []);
  const find = (q: string) =>
    void navigate({ search: { ...search, q: q.trim() === '' ? undefined : q }, replace: true });
  const overlay = useListOverlay({
    query,
    isEmpty: models.length === 0,
    isWithoutResult: rows.length === 0,
    failed: t('listFailed'),
    loading: t('loading'),
    empty: (
      <EmptyState icon={<IconBoxModel2 size={20} stroke={1.6} />} title={t('empty.title')}>
        {t('empty.text')} {may('createModel') && t('empty.how')}
      </EmptyState>
    ),
    noResult: (
      <EmptyState
        icon={<IconListSearch size={20} stroke={1.6} />}
        title={t('noResult.title', { text })}
      >
        {t('noResult.text')}
      </EmptyState>
    ),
  });
  return (
    <ListPage
      title={t('title')}
      tools={
        <SearchField
          id="models.search"
          label={t('searchLabel')}
          placeholder={t('search')}
          command={t('command.search')}
          text={text}
          onFind={find}
          onLeave={() => grid.current?.focus()}
        />
      }
      columns={columns}
      table={{
        id: 'model-names',
        title: t('title'),
        view: { search, open: (next) => void navigate({ search: parseModelsSearch(next) }) },
        source: { rows },
        total: query.data === undefined ? undefined : rows.length,
        notes: text === '' ? [] : [`${t('searchLabel')}: ${text}`],
      }}
      action={{
        label: t('register.action'),
        needs: 'createModel',
        run: () => openDialog({ kind: 'register-model', draft: {}, follows: null }),
      }}
      announcement={
        query.data === undefined
          ? ''
          : t('announce', { count: rows.length, total: formatCount(rows.length) })
      }
    >
      <ListGrid
        ref={grid}
        title={t('title')}
        id="model-names"
        label={
          query.data === undefined ? t('title') : t('grid', { total: formatCount(rows.length) })
        }
        noun="models"
        rows={rows}
        rowId={idOf}
        idName={t('column.model')}
        total={query.data?.length}
        columns={columns}
        cells={noCells}
        sort="model"
        order={order}
        dimmed={false}
        onSort={(_column, way) =>
          void navigate({
            search: { ...search, order: way === 'asc' ? undefined : way },
            replace: true,
          })
        }
        onOpen={({ model_id: id }) =>
          void navigate({ to: '/models/$id', params: { id }, search: {} })
        }
        overlay={overlay}
      />
    </ListPage>
  );
}
