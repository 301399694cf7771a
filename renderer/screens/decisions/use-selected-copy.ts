/** Copies ids, hashes or whole records of a selection; "all matching", and what a list leaves out, is read first. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  recordPageQuery,
  recordPageSize,
  recordQuery,
  type ListedRecord,
  type RecordRow,
} from '../../api/records.ts';
import { assertNever } from '../../ui/assert-never.ts';
import { copyText } from '../../ui/clipboard.ts';
import { formatCount } from '../../ui/format.ts';
import type { CopyWhat } from './selection-bar.tsx';
import { isSelected } from '../../ui/list/selection.ts';
import { copyLimit, selectedRows, type Selection } from './selection.ts';
import type { DecisionView } from './use-decision-list.ts';
import { notifyFailure } from '../../ui/notify-failure.ts';

/** Records that are read at once. */
const readAtOnce = 8;

/** `busy` while pages are read; failures are said, never swallowed. */
export function useSelectedCopy(view: DecisionView | null) {
  const { t } = useTranslation('decisions');
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);

  const readAll = async (shown: DecisionView): Promise<ListedRecord[]> => {
    const pages = Math.ceil(Math.min(shown.total, copyLimit) / recordPageSize);
    const rows: ListedRecord[] = [];
    for (let pageIndex = 0; pageIndex < pages; pageIndex += 1) {
      const { filter, order } = shown;
      const page = await queryClient.fetchQuery(recordPageQuery({ filter, order, pageIndex }));
      rows.push(...page.data);
    }
    return rows;
  };

  const wholeRecords = async (rows: readonly ListedRecord[]): Promise<RecordRow[]> => {
    const whole: RecordRow[] = [];
    for (let first = 0; first < rows.length; first += readAtOnce) {
      const ids = rows.slice(first, first + readAtOnce).map(({ id }) => id);
      whole.push(...(await Promise.all(ids.map((id) => queryClient.fetchQuery(recordQuery(id))))));
    }
    return whole;
  };

  const textOf = async (rows: readonly ListedRecord[], what: CopyWhat): Promise<string> => {
    switch (what) {
      case 'ids':
        return rows.map((row) => row.id).join('\n');
      case 'hashes':
        return rows.map((row) => row.hash).join('\n');
      case 'records': {
        const whole = await wholeRecords(rows);
        return JSON.stringify(whole.length === 1 ? whole[0] : whole, null, 2);
      }
      default:
        return assertNever(what);
    }
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
        await textOf(rows, what),
        t(`selection.${what}`, { count: rows.length, formatted }),
      );
    } catch (error) {
      notifyFailure(t('error'), error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, copy };
}
