/** Extending the selection from where it began, row by row or with a click far away. */
import { useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../api/client.ts';
import { recordPageQuery, recordPageSize, type ListedRecord } from '../../api/records.ts';
import { notify } from '../../state/notices.ts';
import { formatCount } from '../../ui/format.ts';
import { withRows } from '../../ui/list/selection.ts';
import { rangeLimit, recordIdOf, type Selection } from './selection.ts';
import type { DecisionView } from './use-decision-list.ts';

interface Anchor {
  readonly index: number;
  readonly base: Selection;
}

export interface RangeSelection {
  /** Selects from the anchor to `index`; the first call makes `from` the anchor. False if too far. */
  readonly extend: (from: number, index: number) => boolean;
  /** The next extension begins anew. */
  readonly forget: () => void;
}

/** Ranges over the rows of a view; rows that are not loaded are read first. */
export function useRangeSelection(
  view: DecisionView | null,
  selection: Selection,
  onSelection: (selection: Selection) => void,
): RangeSelection {
  const { t } = useTranslation('decisions');
  const queryClient = useQueryClient();
  const anchor = useRef<Anchor | null>(null);

  const rowsBetween = async (one: number, other: number): Promise<ListedRecord[]> => {
    if (view === null) return [];
    const { filter, order } = view;
    const from = Math.min(one, other);
    const to = Math.max(one, other);
    const found: ListedRecord[] = [];
    for (let page = Math.floor(from / recordPageSize); page * recordPageSize <= to; page += 1) {
      const query = recordPageQuery({ filter, order, pageIndex: page });
      const { data } = await queryClient.ensureQueryData(query);
      const start = page * recordPageSize;
      found.push(...data.slice(Math.max(0, from - start), to - start + 1));
    }
    return found;
  };

  const selectBetween = async (began: Anchor, index: number): Promise<void> => {
    try {
      const rows = await rowsBetween(began.index, index);
      if (anchor.current === began) onSelection(withRows(began.base, rows, recordIdOf));
    } catch (error) {
      notify({ tone: 'bad', title: t('pageError'), reason: toFailure(error).message });
    }
  };

  return {
    extend: (from, index) => {
      const began = anchor.current ?? { index: from, base: selection };
      if (Math.abs(index - began.index) >= rangeLimit) {
        const limit = formatCount(rangeLimit);
        notify({ tone: 'warn', title: t('selection.rangeTooLong', { limit }) });
        return false;
      }
      anchor.current = began;
      void selectBetween(began, index);
      return true;
    },
    forget: () => {
      anchor.current = null;
    },
  };
}
