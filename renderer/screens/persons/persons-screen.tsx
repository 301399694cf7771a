/** Persons: what people ask for whom decisions are about, the nearest day first. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconSettings, IconUserQuestion } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { usePersonRequests } from '../../api/persons.ts';
import { openDialog } from '../../state/dialogs.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { wholeRows } from '../../ui/list/row-source.ts';
import { useList, useListAddress } from '../../ui/list/use-list.ts';
import { PersonSettingsDialog } from './person-settings-dialog.tsx';
import { personsList } from './persons-list.tsx';
import { parsePersonsSearch } from './search.ts';

export function PersonsScreen() {
  const { t } = useTranslation('persons');
  const navigate = useNavigate();
  const [isSetting, setSetting] = useState(false);
  const maySet = useMay()('changePersonSettings');
  const address = useListAddress(parsePersonsSearch);
  const list = useList(personsList, wholeRows(usePersonRequests()), { t, ...address });
  return (
    <>
      <ListScreen
        list={list}
        icon={IconUserQuestion}
        actions={
          maySet && (
            <Button
              leftSection={<IconSettings size={14} stroke={1.75} />}
              onClick={() => setSetting(true)}
            >
              {t('settings.action')}
            </Button>
          )
        }
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
      <PersonSettingsDialog opened={isSetting} onClose={() => setSetting(false)} />
    </>
  );
}
