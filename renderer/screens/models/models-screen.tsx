/** Models: every registered model with its newest card, and what still lacks one. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { ActionIcon, Button, CloseButton, Menu, Popover, TextInput } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconArrowsSort,
  IconBoxModel2,
  IconCheck,
  IconColumns,
  IconFileImport,
  IconListSearch,
  IconPlus,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ModelOverview } from '../../../shared/contract/models.ts';
import { useModelOverviews } from '../../api/models.ts';
import { useCommands } from '../../app/commands.ts';
import { ListGrid, type ListGridHandle } from '../../app/list-grid.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { usePreferences } from '../../state/preferences.ts';
import { formatCount } from '../../ui/format.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ColumnChooser } from '../../ui/table/column-chooser.tsx';
import { useGridColumns } from '../../ui/table/use-grid-columns.ts';
import { useSlow } from '../../ui/use-slow.ts';
import { CardFileButton } from './card-file.tsx';
import { listRows } from './list-rows.ts';
import { modelColumns } from './model-columns.tsx';
import { modelSorts, type ModelSort } from './search.ts';
import { UnregisteredModels } from './unregistered.tsx';
import classes from './models.module.css';

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
  const { t } = useTranslation('models');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useModelOverviews();
  const zone = usePreferences((state) => state.timeZone);
  const grid = useRef<ListGridHandle>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const [choosing, setChoosing] = useState(false);
  const text = search.q ?? '';
  const sort = search.sort ?? 'model';
  const order = search.order ?? 'asc';

  const models = query.data ?? noModels;
  const rows = useMemo(() => listRows(models, text, sort, order), [models, text, sort, order]);
  const definitions = useMemo(() => modelColumns(t, zone), [t, zone]);
  const cells = useMemo(() => ({ t, zone }), [t, zone]);
  const columns = useGridColumns('models', definitions);
  const slow = useSlow(query.isPending);

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

  useCommands([
    {
      id: 'models.search',
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

  const isEmpty = query.data !== undefined && models.length === 0;
  let overlay;
  if (query.isError && query.data === undefined) {
    overlay = (
      <div className={classes.overlay}>
        <ErrorState
          error={query.error}
          title={t('listFailed')}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  } else if (query.isPending) {
    overlay = (
      <div className={classes.overlay} role="status" aria-busy="true" aria-label={t('loading')}>
        {slow && <SkeletonRows />}
      </div>
    );
  } else if (isEmpty) {
    overlay = (
      <div className={classes.overlay}>
        <EmptyState
          icon={<IconBoxModel2 size={20} stroke={1.6} />}
          title={t('empty.title')}
          actions={
            <>
              <Button variant="filled" leftSection={<IconPlus size={14} />} onClick={registerNew}>
                {t('register.action')}
              </Button>
              <CardFileButton
                onDraft={(draft) => openDialog({ kind: 'register-model', draft, follows: null })}
              />
            </>
          }
        >
          {t('empty.text')}
        </EmptyState>
      </div>
    );
  } else if (rows.length === 0) {
    overlay = (
      <div className={classes.overlay}>
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
      </div>
    );
  }

  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <h1 className={classes.title}>{t('title')}</h1>
        <TextInput
          ref={searchInput}
          className={classes.search ?? ''}
          role="searchbox"
          aria-label={t('searchLabel')}
          placeholder={t('search')}
          maxLength={256}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          rightSection={
            text === '' ? (
              <kbd className={classes.slash} aria-hidden="true">
                /
              </kbd>
            ) : (
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
        <SortMenu sort={sort} order={order} onSort={sortBy} />
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
        <CardFileButton
          icon={<IconFileImport size={14} stroke={1.75} />}
          onDraft={(draft) => openDialog({ kind: 'register-model', draft, follows: null })}
        />
        <Button
          variant="filled"
          className={classes.wideAction ?? ''}
          leftSection={<IconPlus size={14} stroke={2} />}
          onClick={registerNew}
        >
          {t('register.action')}
        </Button>
        <ActionIcon
          variant="filled"
          color="proof"
          className={classes.narrowAction}
          aria-label={t('register.action')}
          onClick={registerNew}
        >
          <IconPlus size={15} stroke={2} />
        </ActionIcon>
      </header>
      <UnregisteredModels />
      <div className={classes.grid}>
        <ListGrid
          ref={grid}
          id="models"
          label={t('grid', { total: formatCount(rows.length) })}
          noun="models"
          rows={rows}
          rowId={idOf}
          idName={t('column.model')}
          total={models.length}
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
          overlay={overlay}
        />
      </div>
      <div className={classes.srOnly} role="status" aria-live="polite">
        {query.data === undefined ? '' : t('announce', { total: formatCount(rows.length) })}
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
