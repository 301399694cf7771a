/** The rows behind the grid: the view that is shown, and the pages of it that are in sight. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQueries, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import {
  recordPageQuery,
  recordPageSize,
  type RecordOrder,
  type ListedRecord,
} from '../../api/records.ts';
import type { RowWindow } from '../../ui/list/row-source.ts';
import type { RowRange } from '../../ui/table/scroll-geometry.ts';

/** A filter and order with its total; `key` is equal for equal views. */
export interface DecisionView {
  readonly key: string;
  readonly filter: RecordFilter;
  readonly order: RecordOrder;
  readonly total: number;
  /** Records among which it looked that are too long to be searched whole. */
  readonly partlySearched: number;
}

export interface ShownView {
  /** What the grid shows: the asked view, or the one before it until the asked one answered. */
  readonly view: DecisionView | null;
  /** The asked view has not answered yet, and another one is shown meanwhile. */
  readonly pending: boolean;
  /** The asked view failed and nothing of it was ever read. */
  readonly error: Error | null;
  readonly retry: () => void;
}

export function viewKey(filter: RecordFilter, order: RecordOrder): string {
  return JSON.stringify([filter, order]);
}

/** Keeps the previous view on screen until the asked one has its first page and its total. */
export function useShownView(filter: RecordFilter, order: RecordOrder): ShownView {
  const key = viewKey(filter, order);
  const gate = useQuery(recordPageQuery({ filter, order, pageIndex: 0 }));
  const [view, setView] = useState<DecisionView | null>(null);
  const answer = gate.data;
  if (
    answer !== undefined &&
    (view?.key !== key ||
      view.total !== answer.total ||
      view.partlySearched !== answer.partly_searched)
  ) {
    const { total, partly_searched: partlySearched } = answer;
    setView({ key, filter, order, total, partlySearched });
  }
  const { refetch } = gate;
  const retry = useCallback(() => void refetch(), [refetch]);
  return {
    view,
    pending: view !== null && view.key !== key,
    error: gate.data === undefined ? gate.error : null,
    retry,
  };
}

const nothingWanted: {
  readonly pages: readonly number[];
  readonly queries: ReturnType<typeof recordPageQuery>[];
} = { pages: [], queries: [] };
/** While the thumb is dragged, pages are asked for at most this often. */
const jumpMs = 90;

/** The pages to hold for a range of rows: those in sight and one on either side. */
export function pagesAround(range: RowRange, total: number): number[] {
  if (total === 0 || range.last < range.first) return [];
  const lastPage = Math.floor((total - 1) / recordPageSize);
  const from = Math.floor(range.first / recordPageSize);
  const to = Math.min(lastPage, Math.floor(range.last / recordPageSize));
  const pages: number[] = [];
  // Those in sight first: requests are answered in the order they are made.
  for (let page = from; page <= to; page += 1) pages.push(page);
  if (from > 0) pages.push(from - 1);
  if (to < lastPage) pages.push(to + 1);
  return pages;
}

/** Follows `range`; after a far jump, once the jump before is `jumpMs` old. */
function useSettledRange(range: RowRange): RowRange {
  const [settled, setSettled] = useState(range);
  const lastJump = useRef(0);
  const far =
    Math.abs(range.first - settled.first) > recordPageSize || settled.last < settled.first;
  if (!far && range !== settled) setSettled(range);
  useEffect(() => {
    if (!far) return undefined;
    const wait = Math.max(0, lastJump.current + jumpMs - performance.now());
    const timer = setTimeout(() => {
      lastJump.current = performance.now();
      setSettled(range);
    }, wait);
    return () => clearTimeout(timer);
  }, [range, far]);
  return settled;
}

export interface DecisionRows extends RowWindow<ListedRecord> {
  /** A page in sight could not be read. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The rows of a view around a range: pages of 200, one ahead on either side. */
export function useDecisionRows(view: DecisionView | null, range: RowRange): DecisionRows {
  const queryClient = useQueryClient();
  const settled = useSettledRange(range);
  const wanted = view === null ? '' : pagesAround(settled, view.total).join(' ');
  // The same objects while the pages stay: this runs on every move of the rows.
  const { pages, queries } = useMemo(() => {
    if (view === null || wanted === '') return nothingWanted;
    const numbers = wanted.split(' ').map(Number);
    return {
      pages: numbers,
      queries: numbers.map((pageIndex) =>
        recordPageQuery({ filter: view.filter, order: view.order, pageIndex }),
      ),
    };
  }, [view, wanted]);
  const results = useQueries({ queries });
  const at = (index: number) => {
    const place = pages.indexOf(Math.floor(index / recordPageSize));
    return place < 0 ? undefined : results[place]?.data?.data[index % recordPageSize];
  };
  const failed = results.filter((result) => result.error !== null && result.data === undefined);
  return {
    count: view?.total ?? 0,
    at,
    between: (from, to) => (view === null ? [] : readRows(queryClient, view, from, to)),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const result of failed) void result.refetch();
    },
  };
}

/** The rows from one index to another; pages that are not here are read. @throws ApiFailure */
async function readRows(
  queryClient: QueryClient,
  { filter, order }: DecisionView,
  from: number,
  to: number,
): Promise<readonly ListedRecord[]> {
  const found: ListedRecord[] = [];
  for (let page = Math.floor(from / recordPageSize); page * recordPageSize <= to; page += 1) {
    const query = recordPageQuery({ filter, order, pageIndex: page });
    const { data } = await queryClient.ensureQueryData(query);
    const start = page * recordPageSize;
    found.push(...data.slice(Math.max(0, from - start), to - start + 1));
  }
  return found;
}
