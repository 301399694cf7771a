/** Models: every registered model with its newest card, and what still lacks one. */
import { useEffect, useMemo, useRef } from 'react';
import { Button, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconArrowsSort,
  IconBoxModel2,
  IconCheck,
  IconFileImport,
  IconListSearch,
  IconPlus,
  IconX,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ModelOverview } from '../../../shared/contract/models.ts';
import { useMay } from '../../api/capabilities.ts';
import { useModelOverviews } from '../../api/models.ts';
import { ListGrid, type ListGridHandle } from '../../ui/list/list-grid.tsx';
import { useListOverlay } from '../../ui/page/list-overlay.tsx';
import { ListPage } from '../../ui/page/list-page.tsx';
import { SearchField } from '../../ui/page/search-field.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { usePreferences } from '../../state/preferences.ts';
import { formatCount } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useGridColumns } from '../../ui/table/use-grid-columns.ts';
import { CardFileButton } from './card-file.tsx';
import type { CardDraft } from './card-form.ts';
import { listRows } from './list-rows.ts';
import { modelColumns } from './model-columns.tsx';
import { NamesScreen } from './names-screen.tsx';
import { modelSorts, parseModelsSearch, type ModelSort } from './search.ts';
import { UnregisteredModels } from './unregistered.tsx';

const route = getRouteApi('/models');
const noModels: readonly ModelOverview[] = [];
const idOf = (model: ModelOverview) => model.model_id;
const registerNew = () => openDialog({ kind: 'register-model', draft: {}, follows: null });

function SortMenu({
  sort,
  order,
  onSort,
}: {
  sort: ModelSort;
  order: 'asc' | 'desc';
  onSort: (sort: ModelSort, order: 'asc' | 'desc') => void;
}) {
  const { t } = useTranslation('models');
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <Button leftSection={<IconArrowsSort size={14} stroke={1.75} />}>{t('sort.button')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {modelSorts.map((each) => (
          <Menu.Item
            key={each}
            leftSection={each === sort ? <IconCheck size={14} /> : <span />}
            onClick={() => onSort(each, order)}
          >
            {t(`sort.by.${each}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={order === 'asc' ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />}
          onClick={() => onSort(sort, order === 'asc' ? 'desc' : 'asc')}
        >
          {t('sort.reverse')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function ModelsScreen() {
  const may = useMay();
  return may('listModelCards') ? <CardsScreen /> : <NamesScreen />;
}

function CardsScreen() {
  const { t } = useTranslation('models');
  const may = useMay();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useModelOverviews();
  const zone = usePreferences((state) => state.timeZone);
  const grid = useRef<ListGridHandle>(null);
  const text = search.q ?? '';
  const sort = search.sort ?? 'model';
  const order = search.order ?? 'asc';

  const models = query.data ?? noModels;
  const rows = useMemo(() => listRows(models, text, sort, order), [models, text, sort, order]);
  const definitions = useMemo(() => modelColumns(t, zone), [t, zone]);
  const cells = useMemo(() => ({ t, zone }), [t, zone]);
  const columns = useGridColumns('models', definitions);

  const find = (q: string) =>
    void navigate({ search: { ...search, q: q.trim() === '' ? undefined : q }, replace: true });
  const sortBy = (next: ModelSort, way: 'asc' | 'desc') =>
    void navigate({
      search: {
        ...search,
        sort: next === 'model' ? undefined : next,
        order: way === 'asc' ? undefined : way,
      },
      replace: true,
    });

  useEffect(() => grid.current?.focus(), []);

  const register = (draft: CardDraft) =>
    openDialog({ kind: 'register-model', draft, follows: null });
  const overlay = useListOverlay({
    query,
    isEmpty: models.length === 0,
    isWithoutResult: rows.length === 0,
    failed: t('listFailed'),
    loading: t('loading'),
    empty: (
      <EmptyState
        icon={<IconBoxModel2 size={20} stroke={1.6} />}
        title={t('empty.title')}
        actions={
          may('createModel') && (
            <>
              <Button variant="filled" leftSection={<IconPlus size={14} />} onClick={registerNew}>
                {t('register.action')}
              </Button>
              <CardFileButton onDraft={register} />
            </>
          )
        }
      >
        {t('empty.text')} {may('createModel') && t('empty.how')}
      </EmptyState>
    ),
    noResult: (
      <EmptyState
        icon={<IconListSearch size={20} stroke={1.6} />}
        title={t('noResult.title', { text })}
        actions={
          <Button leftSection={<IconX size={14} />} onClick={() => find('')}>
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
      actions={
        <>
          <SortMenu sort={sort} order={order} onSort={sortBy} />
          {may('createModel') && (
            <CardFileButton icon={<IconFileImport size={14} stroke={1.75} />} onDraft={register} />
          )}
        </>
      }
      columns={columns}
      table={{
        id: 'models',
        title: t('title'),
        view: {
          search,
          open: (view) => void navigate({ search: parseModelsSearch(view), replace: true }),
        },
        source: { rows },
        total: query.data === undefined ? undefined : rows.length,
        notes: text === '' ? [] : [`${t('search')}: ${text}`],
      }}
      action={{ label: t('register.action'), needs: 'createModel', run: registerNew }}
      above={<UnregisteredModels />}
      announcement={
        query.data === undefined
          ? ''
          : t('announce', { count: rows.length, total: formatCount(rows.length) })
      }
    >
      <ListGrid
        title={t('title')}
        ref={grid}
        id="models"
        label={
          query.data === undefined ? t('title') : t('grid', { total: formatCount(rows.length) })
        }
        noun="models"
        rows={rows}
        rowId={idOf}
        idName={t('column.model')}
        total={query.data?.length}
        columns={columns}
        cells={cells}
        sort={sort}
        order={order}
        dimmed={false}
        onSort={(column, way) => {
          const next = modelSorts.find((each) => each === column);
          if (next !== undefined) sortBy(next, way);
        }}
        onOpen={({ model_id: id }) =>
          void navigate({ to: '/models/$id', params: { id }, search: {} })
        }
        filtersOf={({ framework }) =>
          framework === null
            ? []
            : [{ label: `${t('column.framework')}: ${framework}`, run: () => find(framework) }]
        }
        overlay={overlay}
      />
    </ListPage>
  );
}
