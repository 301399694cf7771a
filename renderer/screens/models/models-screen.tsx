/** Models: every registered model with its newest card, and what still lacks one. */
import { Button, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconArrowsSort,
  IconBoxModel2,
  IconCheck,
  IconFileImport,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ModelOverview } from '../../../shared/contract/models.ts';
import { useMay } from '../../api/capabilities.ts';
import { useModelNames, useModelOverviews } from '../../api/models.ts';
import { openDialog } from '../../state/dialogs.ts';
import { columnOf, isSortable } from '../../ui/list/arrange-rows.ts';
import type { AnyList } from '../../ui/list/define-list.ts';
import { ListScreen, type ListScreenProps } from '../../ui/list/list-screen.tsx';
import { wholeRows, type RowSource } from '../../ui/list/row-source.ts';
import { useList, useListAddress, type ListState } from '../../ui/list/use-list.ts';
import { CardFileButton } from './card-file.tsx';
import type { CardDraft } from './card-form.ts';
import { modelNamesList, modelsList, type ModelsTranslate } from './model-list.tsx';
import { parseModelsSearch } from './search.ts';
import { UnregisteredModels } from './unregistered.tsx';

const register = (draft: CardDraft) => openDialog({ kind: 'register-model', draft, follows: null });

export function ModelsScreen() {
  const may = useMay();
  return may('listModelCards') ? <CardsScreen /> : <NamesScreen />;
}

function useModelsList<Row>(list: AnyList<Row, ModelsTranslate>, source: RowSource<Row>) {
  const { t } = useTranslation('models');
  return useList(list, source, { t, ...useListAddress(parseModelsSearch) });
}

function CardsScreen() {
  const list = useModelsList(modelsList, wholeRows(useModelOverviews()));
  const may = useMay();
  return (
    <Frame
      list={list}
      emptyActions={<CardFileButton onDraft={register} />}
      above={<UnregisteredModels />}
      actions={
        <>
          <SortMenu list={list} />
          {may('createModel') && (
            <CardFileButton icon={<IconFileImport size={14} stroke={1.75} />} onDraft={register} />
          )}
        </>
      }
    />
  );
}

/** Models of a server that tells their names and versions only: the list of the specification. */
function NamesScreen() {
  return <Frame list={useModelsList(modelNamesList, wholeRows(useModelNames()))} />;
}

function Frame<Row extends Pick<ModelOverview, 'model_id'>>(
  props: { readonly list: ListState<Row, ModelsTranslate> } & Pick<
    ListScreenProps<Row, ModelsTranslate>,
    'above' | 'actions' | 'emptyActions'
  >,
) {
  const { t } = useTranslation('models');
  const navigate = useNavigate();
  const may = useMay();
  return (
    <ListScreen
      {...props}
      icon={IconBoxModel2}
      action={{
        label: t('register.action'),
        needs: 'createModel',
        run: () => register({}),
      }}
      empty={{
        title: t('empty.title'),
        text: may('createModel') ? `${t('empty.text')} ${t('empty.how')}` : t('empty.text'),
      }}
      onOpen={({ model_id: id }) =>
        void navigate({ to: '/models/$id', params: { id }, search: {} })
      }
    />
  );
}

/** Orders that a header has no room to show. */
function SortMenu<Row>({ list }: { list: ListState<Row, ModelsTranslate> }) {
  const { t } = useTranslation('models');
  const { list: models, columns, sort, order, sortBy } = list;
  const sorts = columns.choices.filter(({ id }) => {
    const column = columnOf(models, id);
    return column !== undefined && isSortable(models, column);
  });
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <Button leftSection={<IconArrowsSort size={14} stroke={1.75} />}>{t('sort.button')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sorts.map(({ id, title }) => (
          <Menu.Item
            key={id}
            leftSection={id === sort ? <IconCheck size={14} /> : <span />}
            onClick={() => sortBy(id, order)}
          >
            {title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={order === 'asc' ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />}
          onClick={() => sortBy(sort, order === 'asc' ? 'desc' : 'asc')}
        >
          {t('sort.reverse')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
