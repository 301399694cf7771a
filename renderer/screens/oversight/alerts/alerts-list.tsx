/** The list of alerts: columns, order, search, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import { alertStates, type Alert, type AlertState } from '../../../../shared/contract/alerts.ts';
import { oversightAddress } from '../../../ui/addresses.ts';
import { CellLink } from '../../../ui/list/cell-link.tsx';
import { defineList, type Badges } from '../../../ui/list/define-list.ts';
import { ruleTitle } from '../../../ui/rules/rule-words.ts';

type Translate = TFunction<'rules'>;

const badges: Badges<AlertState> = {
  open: ['warn'],
  acknowledged: ['info'],
  closed: ['mute'],
};

/** Where an alert is looked at: the rules of its model. */
export function alertAddress({ model_id: model }: Pick<Alert, 'model_id'>): string {
  return oversightAddress({ model, tab: 'rules' });
}

export const alertsList = defineList<Alert, Translate>()(
  {
    id: 'ruleAlerts',
    noun: 'alerts',
    rowId: (row) => row.alert_id,
    idColumn: 'id',
    first: { sort: 'since', order: 'desc' },
    filters: { state: alertStates },
    chips: ['model'],
    columns: {
      model: {
        path: '/model_id',
        width: 160,
        identity: true,
        searched: true,
        narrows: 'model',
        cell: (alert) => (
          <CellLink href={alertAddress(alert)} about={alert.model_id}>
            {alert.model_id}
          </CellLink>
        ),
      },
      rule: { path: '/rule', form: 'json', width: 300, long: true, text: ruleText },
      state: {
        path: '/state',
        form: 'status',
        width: 130,
        codes: alertStates,
        narrows: 'state',
        badges,
      },
      since: { path: '/since', form: 'instant', width: 150 },
      records: { path: '/records/count', form: 'count', width: 110 },
      acknowledged: { path: '/acknowledged/at', form: 'instant', width: 150 },
      note: { path: '/acknowledged/note', width: 260, long: true, searched: true },
      closed: { path: '/closed/at', form: 'instant', width: 150 },
      rule_id: { path: '/rule_id', form: 'id', width: 140, hiddenAtFirst: true },
      profile: { path: '/profile/n', form: 'count', width: 90, hiddenAtFirst: true },
      entry: { path: '/sequence', form: 'count', width: 90, hiddenAtFirst: true },
      id: {
        path: '/alert_id',
        form: 'id',
        width: 220,
        dim: true,
        long: true,
        sort: false,
        searched: true,
        hiddenAtFirst: true,
      },
    },
  },
  (t, key, values) => t(key, values),
);

function ruleText({ rule }: Alert, { t }: { readonly t: Translate }): string {
  return rule === null ? t('gone') : ruleTitle(rule, t);
}
