/** Data sessions: who reads which dataset, for what, until when. */
import { IconPlugConnected } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { listedSessions, useSessionCounts, useSessions } from '../../api/sessions.ts';
import { inSentence } from '../../i18n/in-sentence.ts';
import { openDialog } from '../../state/dialogs.ts';
import { formatCount } from '../../ui/format.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { foundRows } from '../../ui/list/row-source.ts';
import { useList, useListAddress } from '../../ui/list/use-list.ts';
import { useExpiryRefresh } from '../../ui/sessions/countdown.tsx';
import { parseSessionsSearch } from './search.ts';
import { sessionsList } from './sessions-list.tsx';
import classes from './sessions.module.css';

export function SessionsScreen() {
  const { t } = useTranslation('sessions');
  const navigate = useNavigate();
  const address = useListAddress(parseSessionsSearch);
  const { status, dataset_id: datasetId } = address.search;
  const query = useSessions({ status, dataset_id: datasetId });
  const total = query.data?.total ?? 0;
  const sessions = query.data?.data ?? [];
  useExpiryRefresh(
    sessions.filter((each) => each.status === 'active').map((each) => each.expires_at),
  );
  const listQuery = { status, dataset_id: datasetId, include: 'usage' };
  const whole = { operation: 'listSessions', query: listQuery } as const;
  const source = foundRows(query, { source: whole, idPath: '/session_id' });
  const list = useList(sessionsList, source, { t, ...address });
  return (
    <ListScreen
      list={list}
      icon={IconPlugConnected}
      counts={{ status: useSessionCounts(datasetId).data }}
      action={{
        label: t('open.action'),
        needs: 'createSession',
        run: () => openDialog({ kind: 'open-session', datasetId: datasetId ?? null }),
      }}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
      noResult={{
        title:
          status === undefined
            ? t('noResult.title')
            : t('noResult.titleOf', { status: inSentence(t(`status.${status}`)) }),
        text:
          datasetId === undefined ? t('noResult.text') : t('noResult.textOf', { id: datasetId }),
      }}
      above={
        total > listedSessions && (
          <p className={classes.note}>
            {t('newestOf', { shown: formatCount(listedSessions), total: formatCount(total) })}
          </p>
        )
      }
      onOpen={({ session_id: id }) =>
        void navigate({ to: '/sessions/$id', params: { id }, search: {} })
      }
    />
  );
}
