/** Alerts: what a rule found broken, since when, and what became of it. */
import { IconBellRinging } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAlerts } from '../../../api/alerts.ts';
import { ListScreen } from '../../../ui/list/list-screen.tsx';
import { wholeRows } from '../../../ui/list/row-source.ts';
import { useList, useListAddress } from '../../../ui/list/use-list.ts';
import { parseAlertsSearch } from '../search.ts';
import { alertsList } from './alerts-list.tsx';

export function AlertsScreen() {
  const { t } = useTranslation('rules');
  const navigate = useNavigate();
  const address = useListAddress(parseAlertsSearch);
  const list = useList(alertsList, wholeRows(useAlerts()), { t, ...address });
  return (
    <ListScreen
      list={list}
      icon={IconBellRinging}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
      onOpen={({ model_id: model }) =>
        void navigate({ to: '/oversight', search: { model, tab: 'rules' } })
      }
    />
  );
}
