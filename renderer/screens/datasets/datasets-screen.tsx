/** Datasets: rows, holder, policy, and the sessions that read them. */
import { IconDatabase } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDatasets } from '../../api/datasets.ts';
import { openDialog } from '../../state/dialogs.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { wholeRows } from '../../ui/list/row-source.ts';
import { useList, useListAddress } from '../../ui/list/use-list.ts';
import { datasetsList } from './datasets-list.tsx';
import { parseDatasetsSearch } from './search.ts';

export function DatasetsScreen() {
  const { t } = useTranslation('datasets');
  const navigate = useNavigate();
  const address = useListAddress(parseDatasetsSearch);
  const list = useList(datasetsList, wholeRows(useDatasets()), { t, ...address });
  return (
    <ListScreen
      list={list}
      icon={IconDatabase}
      action={{
        label: t('new.action'),
        needs: 'createDataset',
        run: () => openDialog({ kind: 'new-dataset' }),
      }}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
      onOpen={({ dataset_id: id }) =>
        void navigate({ to: '/datasets/$id', params: { id }, search: {} })
      }
    />
  );
}
