/** Rules of profiles as they stand, and the alerts that they opened. */
import { keepPreviousData } from '@tanstack/react-query';
import {
  alertPageSchema,
  alertSchema,
  watchedRulesSchema,
  type AcknowledgeAlert,
} from '../../shared/contract/alerts.ts';
import { limits } from '../../shared/contract/limits.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { postOnce, reads, type Attempt } from './client.ts';
import { readsEvery } from './every-page.ts';
import { queryKeys } from './query-keys.ts';

/** Alerts that are told one by one before the list. */
export const shownAlerts = 3;

/** Every alert, the newest first: there is one only where something changed. */
export function useAlerts() {
  return useAnswer('listRuleAlerts', {
    queryKey: [...queryKeys.oversight, 'alerts'],
    queryFn: readsEvery(alertPageSchema, {
      path: '/oversight/alerts',
      limit: limits.oversight.maximumLimit,
    }),
  });
}

/** The newest alerts that nobody has acknowledged: of a model, or of all. */
export function useOpenAlerts(model: string | undefined) {
  return useAnswer('listRuleAlerts', {
    queryKey: [...queryKeys.oversight, 'alerts', 'open', model],
    queryFn: reads(alertPageSchema, {
      path: '/oversight/alerts',
      query: { state: 'open', model_id: model, limit: shownAlerts },
    }),
  });
}

/** The rules of a model, and how each stands. */
export function useWatchedRules(model: string) {
  return useAnswer('getWatchedRules', {
    queryKey: [...queryKeys.oversight, 'rules', model],
    queryFn: reads(watchedRulesSchema, { path: '/oversight/rules', query: { model_id: model } }),
    placeholderData: keepPreviousData,
  });
}

export function useAcknowledgeAlert(id: string) {
  return useChange(
    [queryKeys.oversight, queryKeys.overview],
    (attempt: Attempt<AcknowledgeAlert>) =>
      postOnce(
        `/oversight/alerts/${encodeURIComponent(id)}/acknowledgements`,
        attempt,
        alertSchema,
      ),
  );
}
