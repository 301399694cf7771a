/** From break to break: the records that the latest verification found something at. */
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../shared/contract/chain.ts';
import { toFailure } from '../../api/client.ts';
import { recordPositionQuery, type RecordOrder } from '../../api/records.ts';
import { notify } from '../../state/notices.ts';
import type { DecisionView } from './use-decision-list.ts';
import type { VerificationMarks } from './use-verification-marks.ts';

export interface Break {
  readonly recordId: string;
  readonly seq: number;
}

/**
 * The next record with a finding in the direction `way` (1 down the list, -1 up) from journal index
 * `here`; without one the walk starts at the list's end on that side. Findings are in journal order.
 */
export function nextBreak(
  findings: readonly Finding[],
  order: RecordOrder,
  way: 1 | -1,
  here: number | undefined,
): Break | undefined {
  const ascending = (order === 'asc') === (way === 1);
  const from = here ?? (ascending ? -1 : Number.POSITIVE_INFINITY);
  const breaks = findings.flatMap(({ record_id: recordId, seq }): Break[] =>
    recordId === null || seq === null ? [] : [{ recordId, seq }],
  );
  const lies = ({ seq }: Break) => (ascending ? seq > from : seq < from);
  return ascending ? breaks.find(lies) : breaks.findLast(lies);
}

/** Goes to the next break; says so when there is none, or when a filter hides it. */
export function useBreakWalk(
  view: DecisionView | null,
  { verification, findings }: VerificationMarks,
  show: (index: number) => void,
) {
  const { t } = useTranslation('decisions');
  const queryClient = useQueryClient();
  return async (way: 1 | -1, here: number | undefined): Promise<void> => {
    if (view === null) return;
    if (findings.length === 0) {
      notify({ title: verification == null ? t('neverVerified') : t('noBreaks') });
      return;
    }
    const next = nextBreak(findings, view.order, way, here);
    if (next === undefined) return;
    try {
      const query = recordPositionQuery(next.recordId, view.filter, view.order);
      const { offset } = await queryClient.fetchQuery(query);
      if (offset === null) notify({ title: t('notInView') });
      else show(offset);
    } catch (error) {
      notify({ tone: 'bad', title: t('error'), reason: toFailure(error).message });
    }
  };
}
