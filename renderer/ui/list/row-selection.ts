/** Rows of a list which are selected: by key, by range, all that are loaded, or all that there are. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { formatCount } from '../format.ts';
import type { RowWindow } from './row-source.ts';
import { isSelected, nothingSelected, toggled, withRows, type Selection } from './selection.ts';

/** Rows of a range, where they are not all here; more are selected as all that match. */
export const rangeLimit = 2_000;

/** A selection, and where it is kept. */
export interface KeptSelection<Row> {
  readonly selection: Selection<Row>;
  readonly keep: (selection: Selection<Row>) => void;
}

/** `listed` names the list with its filter: another one, and "all" is nothing of it. */
export function useKeptSelection<Row>(listed: string): KeptSelection<Row> {
  const [kept, setKept] = useState<{ of: string; selection: Selection<Row> }>({
    of: listed,
    selection: nothingSelected,
  });
  const isOther = kept.selection.kind === 'all' && kept.of !== listed;
  return {
    selection: isOther ? nothingSelected : kept.selection,
    keep: (selection) => setKept({ of: listed, selection }),
  };
}

export interface RowSelection<Row> {
  readonly selection: Selection<Row>;
  readonly has: (row: Row) => boolean;
  readonly select: (selection: Selection<Row>) => void;
  readonly toggle: (row: Row) => void;
  /**
   * Selects what lies between where the range began and `index`; the first call begins it at `from`.
   * False where the range is too long, or rows of it are not to be had.
   */
  readonly extend: (from: number, index: number) => boolean;
  /** The next range begins anew. */
  readonly endRange: () => void;
}

export interface RowSelectionOptions<Row> {
  readonly rows: RowWindow<Row>;
  readonly rowId: (row: Row) => string;
  readonly kept: KeptSelection<Row>;
  /** Rows of a range at most. */
  readonly most?: number;
}

interface Range<Row> {
  readonly from: number;
  /** The selection before the range. */
  readonly before: Selection<Row>;
}

export function useRowSelection<Row>(options: RowSelectionOptions<Row>): RowSelection<Row> {
  const { rows, rowId, kept, most = Number.POSITIVE_INFINITY } = options;
  const { t } = useTranslation('tables');
  const range = useRef<Range<Row> | null>(null);
  const select = (next: Selection<Row>) => {
    range.current = null;
    kept.keep(next);
  };
  const selectOnceRead = async (began: Range<Row>, reading: Promise<readonly Row[]>) => {
    try {
      const found = await reading;
      if (range.current === began) kept.keep(withRows(began.before, found, rowId));
    } catch (error) {
      const reason = toFailure(error).message;
      notify({ tone: 'bad', title: t('selection.rangeFailed'), reason });
    }
  };
  return {
    selection: kept.selection,
    has: (row) => isSelected(kept.selection, rowId(row)),
    select,
    toggle: (row) => select(toggled(kept.selection, rowId(row), row)),
    extend: (from, index) => {
      const began = range.current ?? { from, before: kept.selection };
      if (Math.abs(index - began.from) >= most) {
        const limit = formatCount(most);
        notify({ tone: 'warn', title: t('selection.rangeTooLong', { limit }) });
        return false;
      }
      const found = rows.between(Math.min(began.from, index), Math.max(began.from, index));
      if (found === undefined) return false;
      range.current = began;
      if (found instanceof Promise) void selectOnceRead(began, found);
      else kept.keep(withRows(began.before, found, rowId));
      return true;
    },
    endRange: () => {
      range.current = null;
    },
  };
}
