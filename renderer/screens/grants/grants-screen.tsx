/** Grants: who asked to use which data, what the holders answered, and what was spent. */
import { useState } from 'react';
import { IconFileCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { grantPageSize, useGrantCounts, useGrants } from '../../api/grants.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
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
  const { grant, status, dataset_id, account_id, offset = 0 } = address.search;
  const others = { dataset_id, account_id };
  const choice = { ...others, status };
  const source = pagedRows(
    useGrants(choice, offset),
    { offset, size: grantPageSize },
    { source: { operation: 'listGrants', query: choice }, idPath: '/grant_id' },
  );
  const list = useList(grantsList, source, { t, ...address, stays: ['grant'] });
  const close = () => list.change({ grant: undefined });
  const open = ({ grant_id: id }: { readonly grant_id: string }) => list.change({ grant: id });
  return (
    <>
      <ListScreen
        list={list}
        icon={IconFileCheck}
        counts={{ status: useGrantCounts(others).data }}
        action={{
          label: t('ask.action'),
          needs: 'createGrant',
          run: () => setAsking(true),
        }}
        empty={{ title: t('empty.title'), text: t(mayAsk ? 'empty.ask' : 'empty.text') }}
        noResult={{ title: t('noResult.title'), text: t('noResult.text') }}
        onOpen={open}
        beside={{
          id: grant,
          label: t('pane'),
          pane:
            grant === undefined ? null : <GrantPane id={grant} onAsked={open} onClose={close} />,
          onClose: close,
        }}
      />
      <AskDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onAsked={(asked) => {
          setAsking(false);
          open(asked);
        }}
      />
    </>
  );
}
