/** Datasets: rows, holder, policy, and the sessions that read them. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ActionIcon, Button, CloseButton, Popover, TextInput } from '@mantine/core';
import {
  IconColumns,
  IconDatabase,
  IconListSearch,
  IconPlus,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '../../../shared/contract/datasets.ts';
import { useDatasets } from '../../api/datasets.ts';
import { useCommands } from '../../app/commands.ts';
import { ListGrid, type ListGridHandle } from '../../app/list-grid.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { usePreferences } from '../../state/preferences.ts';
import { formatCount } from '../../ui/format.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ColumnChooser } from '../../ui/table/column-chooser.tsx';
import { useGridColumns } from '../../ui/table/use-grid-columns.ts';
import { useSlow } from '../../ui/use-slow.ts';
import { datasetColumns } from './dataset-columns.tsx';
import { listRows } from './list-rows.ts';
import { datasetSorts, type DatasetsSearch } from './search.ts';
import classes from './datasets.module.css';

const route = getRouteApi('/datasets');
const noDatasets: readonly Dataset[] = [];
const idOf = (dataset: Dataset) => dataset.dataset_id;
const makeNew = () => openDialog({ kind: 'new-dataset' });

export function DatasetsScreen() {
  const { t } = useTranslation('datasets');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useDatasets();
  const zone = usePreferences((state) => state.timeZone);
  const grid = useRef<ListGridHandle>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const [choosing, setChoosing] = useState(false);
  const text = search.q ?? '';
  const sort = search.sort ?? 'created';
  const order = search.order ?? 'desc';

  const datasets = query.data ?? noDatasets;
  const rows = useMemo(() => listRows(datasets, text, sort, order), [datasets, text, sort, order]);
  const definitions = useMemo(() => datasetColumns(t, zone), [t, zone]);
  const cells = useMemo(() => ({ t, zone }), [t, zone]);
  const columns = useGridColumns('datasets', definitions);
  const slow = useSlow(query.isPending);
  const show = (part: Partial<DatasetsSearch>) =>
    void navigate({ search: { ...search, ...part }, replace: true });
  const find = (q: string) => show({ q: q.trim() === '' ? undefined : q });

  useCommands([
    {
      id: 'datasets.search',
      title: t('command.search'),
      group: 'view',
      scope: 'global',
      keys: ['/'],
      icon: IconSearch,
      run: () => {
        searchInput.current?.focus();
        searchInput.current?.select();
      },
    },
  ]);
  useEffect(() => grid.current?.focus(), []);

  let overlay: ReactNode;
  if (query.isError && query.data === undefined) {
    overlay = (
      <ErrorState
        error={query.error}
        title={t('listFailed')}
        onRetry={() => void query.refetch()}
      />
    );
  } else if (query.isPending) {
    overlay = (
      <div role="status" aria-busy="true" aria-label={t('loading')}>
        {slow && <SkeletonRows />}
      </div>
    );
  } else if (datasets.length === 0) {
    overlay = (
      <EmptyState
        icon={<IconDatabase size={20} stroke={1.6} />}
        title={t('empty.title')}
        actions={
          <Button variant="filled" leftSection={<IconPlus size={14} />} onClick={makeNew}>
            {t('new.action')}
          </Button>
        }
      >
        {t('empty.text')}
      </EmptyState>
    );
  } else if (rows.length === 0) {
    overlay = (
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
    );
  }

  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <h1 className={classes.heading}>{t('title')}</h1>
        <TextInput
          ref={searchInput}
          className={classes.search ?? ''}
          role="searchbox"
          aria-label={t('searchLabel')}
          placeholder={t('search')}
          maxLength={256}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          rightSection={
            text === '' ? null : (
              <CloseButton
                size="sm"
                aria-label={t('clearSearch')}
                onClick={() => {
                  find('');
                  searchInput.current?.focus();
                }}
              />
            )
          }
          value={text}
          onChange={(event) => find(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape' && text !== '') find('');
            else if (['Enter', 'Escape', 'ArrowDown'].includes(event.key)) {
              event.preventDefault();
              grid.current?.focus();
            }
          }}
        />
        <span className={classes.space} />
        <Popover
          opened={choosing}
          onChange={setChoosing}
          position="bottom-end"
          trapFocus
          returnFocus
          withRoles={false}
        >
          <Popover.Target>
            <Button
              leftSection={<IconColumns size={14} stroke={1.75} />}
              aria-expanded={choosing}
              onClick={() => setChoosing(!choosing)}
            >
              {t('columns')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label={t('columns')}>
            <ColumnChooser columns={columns} />
          </Popover.Dropdown>
        </Popover>
        <Button
          variant="filled"
          className={classes.wideAction ?? ''}
          leftSection={<IconPlus size={14} stroke={2} />}
          onClick={makeNew}
        >
          {t('new.action')}
        </Button>
        <ActionIcon
          variant="filled"
          color="proof"
          className={classes.narrowAction}
          aria-label={t('new.action')}
          onClick={makeNew}
        >
          <IconPlus size={15} stroke={2} />
        </ActionIcon>
      </header>
      <div className={classes.grid}>
        <ListGrid
          ref={grid}
          id="datasets"
          label={t('grid', { total: formatCount(rows.length) })}
          noun="datasets"
          rows={rows}
          rowId={idOf}
          idName={t('column.id')}
          total={datasets.length}
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
          overlay={
            overlay === undefined ? undefined : <div className={classes.overlay}>{overlay}</div>
          }
        />
      </div>
      <div className={classes.srOnly} role="status" aria-live="polite">
        {query.data === undefined
          ? ''
          : t('announce', { count: rows.length, total: formatCount(rows.length) })}
      </div>
    </div>
  );
}

function SkeletonRows() {
  return (
    <div className={classes.skeletons}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className={classes.skeleton} />
      ))}
    </div>
  );
}
