/** Copies ids, hashes or whole records of a selection; "all matching" is read page by page first. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { recordPageQuery, recordPageSize, type RecordRow } from '../../api/records.ts';
import { toFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { copyText } from '../../ui/clipboard.ts';
import { formatCount } from '../../ui/format.ts';
import type { CopyWhat } from './selection-bar.tsx';
import { isSelected } from '../../app/table/selection.ts';
import { copyLimit, selectedRows, type Selection } from './selection.ts';
import type { DecisionView } from './use-decision-list.ts';

const linesOf: Readonly<Record<CopyWhat, (rows: readonly RecordRow[]) => string>> = {
  ids: (rows) => rows.map((row) => row.id).join('\n'),
  hashes: (rows) => rows.map((row) => row.hash).join('\n'),
  records: (rows) => JSON.stringify(rows.length === 1 ? rows[0] : rows, null, 2),
};

/** `busy` while pages are read; failures are said, never swallowed. */
export function useSelectedCopy(view: DecisionView | null) {
  const { t } = useTranslation('decisions');
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);

  const readAll = async (shown: DecisionView): Promise<RecordRow[]> => {
    const pages = Math.ceil(Math.min(shown.total, copyLimit) / recordPageSize);
    const rows: RecordRow[] = [];
    for (let pageIndex = 0; pageIndex < pages; pageIndex += 1) {
      const { filter, order } = shown;
      const page = await queryClient.fetchQuery(recordPageQuery({ filter, order, pageIndex }));
      rows.push(...page.data);
    }
    return rows;
  };

  const copy = async (selection: Selection, what: CopyWhat) => {
    if (view === null) return;
    setBusy(true);
    try {
      const rows =
        selection.kind === 'all'
          ? (await readAll(view)).filter((row) => isSelected(selection, row.id))
          : selectedRows(selection);
      const formatted = formatCount(rows.length);
      await copyText(
        linesOf[what](rows),
        t(`selection.${what}`, { count: rows.length, formatted }),
      );
    } catch (error) {
      const failure = toFailure(error);
      notify({
        tone: 'bad',
        title: t('error'),
        detail: failure.message,
        requestId: failure.requestId,
      });
    } finally {
      setBusy(false);
    }
  };
  return { busy, copy };
}
