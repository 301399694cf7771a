/** Grants: who asked to use which data, what the holders answered, and what was spent. */
import { useState } from 'react';
import { IconFileCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { useGrants } from '../../api/grants.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { wholeRows } from '../../ui/list/row-source.ts';
import { useList, useListAddress } from '../../ui/list/use-list.ts';
import { AskDialog } from './ask-dialog.tsx';
import { GrantPane } from './grant-pane.tsx';
import { grantsList } from './grants-list.tsx';
import { parseGrantsSearch } from './search.ts';

export function GrantsScreen() {
  const { t } = useTranslation('grants');
  const mayAsk = useMay()('createGrant');
  const [isAsking, setAsking] = useState(false);
  const address = useListAddress(parseGrantsSearch);
  const list = useList(grantsList, wholeRows(useGrants()), { t, ...address, stays: ['grant'] });
  const { grant } = address.search;
  const close = () => list.change({ grant: undefined });
  return (
    <>
      <ListScreen
        list={list}
        icon={IconFileCheck}
        action={{
          label: t('ask.action'),
          needs: 'createGrant',
          run: () => setAsking(true),
        }}
        empty={{ title: t('empty.title'), text: t(mayAsk ? 'empty.ask' : 'empty.text') }}
        onOpen={({ grant_id: id }) => list.change({ grant: id })}
        beside={{
          id: grant,
          label: t('pane'),
          pane: grant === undefined ? null : <GrantPane id={grant} onClose={close} />,
          onClose: close,
        }}
      />
      <AskDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onAsked={({ grant_id: id }) => {
          setAsking(false);
          list.change({ grant: id });
        }}
      />
    </>
  );
}
