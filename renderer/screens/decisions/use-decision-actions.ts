/** What the commands of decisions do with the one that is meant. */
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedRecord } from '../../api/records.ts';
import { openDialog } from '../../state/dialogs.ts';
import { notify } from '../../state/notices.ts';
import { copyText } from '../../ui/clipboard.ts';
import type { RowTarget } from '../../ui/list/row-control.tsx';
import type { DecisionActions } from './grid-commands.tsx';
import { selectedRows, type Selection } from './selection.ts';
import { useBreakWalk } from './use-break-walk.ts';
import type { DecisionView } from './use-decision-list.ts';
import { useSamePerson } from './use-same-person.ts';
import { useSpokenCheck } from './use-spoken-check.ts';
import type { VerificationMarks } from './use-verification-marks.ts';

export interface DecisionActionsOptions {
  readonly view: DecisionView | null;
  readonly marks: VerificationMarks;
  readonly target: RowTarget<ListedRecord>;
  readonly openId: string | undefined;
  readonly selection: Selection;
  /** The cell that was pressed: its column's title, and what stands there of the target. */
  readonly cell: { readonly title: string; readonly text: string | undefined };
  /** The record marked for a comparison. */
  readonly marked: ListedRecord | null;
  readonly onMark: (marked: ListedRecord | null) => void;
  /** Takes the cursor to a row in the middle of the view. */
  readonly show: (index: number) => void;
  readonly focus: () => void;
  readonly onPeek: (id: string) => void;
  readonly onClose: () => void;
  /** Called after an act on a decision. */
  readonly onActed: ((id: string) => void) | undefined;
}

/** The newest actions, in a ref: commands are not drawn anew with every row that scrolls by. */
export function useDecisionActions(
  options: DecisionActionsOptions,
): RefObject<DecisionActions | null> {
  const { t } = useTranslation('decisions');
  const { view, target, marked, cell, show } = options;
  const { id, row } = target;
  const total = view?.total ?? 0;
  const check = useSpokenCheck();
  const showPerson = useSamePerson();
  const walk = useBreakWalk(view, options.marks, show);
  const isMarked = marked !== null && marked.id === id;
  const copy = (text: string | undefined, name: string) => {
    if (text !== undefined) void copyText(text, name);
  };
  const actions = useRef<DecisionActions>(null);
  useLayoutEffect(() => {
    actions.current = {
      hasRow: () => id !== undefined,
      hasContent: () => row !== undefined,
      canGoToRow: () => total > 0,
      goToRow: () =>
        openDialog({
          kind: 'go-to-row',
          total,
          onGo: (place) => {
            show(place - 1);
            // Once the dialog is gone, which keeps the focus until then.
            setTimeout(() => options.focus(), 0);
          },
        }),
      peek: () => {
        if (id === undefined) return;
        if (options.openId === id) options.onClose();
        else options.onPeek(id);
      },
      copyHash: () => copy(row?.hash, t('copyWhat.hash')),
      canCopyCell: () => cell.text !== undefined && (document.getSelection()?.isCollapsed ?? true),
      copyCell: () => copy(cell.text, t('copyWhat.cell', { name: cell.title })),
      verify: () => {
        if (id !== undefined) check(id);
      },
      mark: () => {
        if (row === undefined) return;
        options.onMark(isMarked ? null : row);
        if (!isMarked) notify({ title: t('marked') });
      },
      canCompare: () => marked !== null && row !== undefined && !isMarked,
      compare: () => {
        if (marked === null || row === undefined) return;
        openDialog({ kind: 'compare', ids: [marked.id, row.id] });
      },
      goToBreak: (way) => void walk(way, row?.seq),
      intervene: (action) => {
        if (id === undefined) return;
        const { onActed } = options;
        openDialog({
          kind: 'intervene',
          recordId: id,
          action,
          ...(onActed === undefined ? {} : { onDone: () => onActed(id) }),
        });
      },
      samePerson: () => {
        if (id !== undefined) void showPerson(id);
      },
      exportBundle: () =>
        openDialog({
          kind: 'export-bundle',
          filter: view?.filter ?? null,
          recordIds: selectedRows(options.selection).map((each) => each.id),
        }),
    };
  });
  return actions;
}
