/** Persons: what people ask for whom decisions are about, the nearest day first. */
import { IconUserQuestion } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePersonRequests } from '../../api/persons.ts';
import { openDialog } from '../../state/dialogs.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { wholeRows } from '../../ui/list/row-source.ts';
import { useList, useListAddress } from '../../ui/list/use-list.ts';
import { personsList } from './persons-list.tsx';
import { parsePersonsSearch } from './search.ts';

export function PersonsScreen() {
  const { t } = useTranslation('persons');
  const navigate = useNavigate();
  const address = useListAddress(parsePersonsSearch);
  const list = useList(personsList, wholeRows(usePersonRequests()), { t, ...address });
  return (
    <ListScreen
      list={list}
      icon={IconUserQuestion}
      action={{
        label: t('new.action'),
        needs: 'createPersonRequest',
        run: () => openDialog({ kind: 'new-person-request' }),
      }}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
      onOpen={({ request_id: id }) =>
        void navigate({ to: '/persons/$id', params: { id }, search: {} })
      }
    />
  );
}
