/** The breaks that a verification found: those in view for the list, enough of them for the map. */
import { useMemo } from 'react';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { isOfRow, type Finding, type Verification } from '../../../shared/contract/chain.ts';
import { findingAtQuery, findingPageQuery, findingPageSize } from '../../api/chain.ts';
import { chainBreaks } from '../../ui/chain/verdicts.ts';
import { exactBreaks, placesToSample, type KnownBreak } from './ledger-map.ts';

interface FindingPage {
  readonly data: readonly Finding[];
  readonly pagination: { readonly offset: number };
}

export interface BreakWindow {
  /** The finding at a place of the list; `undefined` while it loads. */
  readonly at: (place: number) => Finding | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

function combineWindow(results: UseQueryResult<FindingPage>[]) {
  const pages = new Map<number, readonly Finding[]>();
  for (const { data } of results) {
    if (data !== undefined) pages.set(data.pagination.offset / findingPageSize, data.data);
  }
  return {
    at: (place: number) =>
      pages.get(Math.floor(place / findingPageSize))?.[place % findingPageSize],
    error: results.find((result) => result.error !== null)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
}

/** Findings from place `first` to `last`, by pages. */
export function useBreakWindow(verificationId: string, first: number, last: number): BreakWindow {
  const from = Math.floor(Math.max(0, first) / findingPageSize);
  const count = last < first ? 0 : Math.floor(last / findingPageSize) - from + 1;
  return useQueries({
    queries: Array.from({ length: count }, (_, page) =>
      findingPageQuery(verificationId, from + page),
    ),
    combine: combineWindow,
  });
}

function combineKnown(results: UseQueryResult<FindingPage>[]) {
  const found = results.flatMap(({ data }) => data?.data ?? []);
  const entries = results.flatMap(({ data }) =>
    data === undefined
      ? []
      : data.data.flatMap((finding, place) =>
          // A row beside the entries has no place among them.
          finding.seq === null || isOfRow(finding)
            ? []
            : [
                {
                  place: data.pagination.offset + place,
                  seq: finding.seq,
                  verdict: finding.verdict,
                },
              ],
        ),
  );
  return { entries, hasRows: found.some(isOfRow) };
}

/**
 * Breaks with their places, in journal order: all of them where they are few, otherwise a spread
 * sample. `firstChainBreak` is the entry after which the chain no longer holds.
 */
export function useKnownBreaks(verification: Verification | null): {
  readonly breaks: readonly KnownBreak[];
  readonly firstChainBreak: number | undefined;
  /** Whether there are rows beside the entries that differ. */
  readonly hasRows: boolean;
} {
  const id = verification?.verification_id ?? '';
  const total = verification?.findings_total ?? 0;
  const few = total <= exactBreaks;
  const pages = few ? Math.ceil(total / findingPageSize) : 1;
  const known = useQueries({
    queries: [
      ...Array.from({ length: pages }, (_, page) => findingPageQuery(id, page)),
      ...(few ? [] : placesToSample(total).map((place) => findingAtQuery(id, place))),
    ],
    combine: combineKnown,
  });
  return useMemo(() => {
    const { entries, hasRows } = known;
    const firstChainBreak = entries
      .filter((each) => chainBreaks.has(each.verdict))
      .reduce((least, each) => Math.min(least, each.seq), Number.POSITIVE_INFINITY);
    const byPlace = new Map(entries.map((each) => [each.place, each]));
    return {
      breaks: [...byPlace.values()].toSorted((left, right) => left.place - right.place),
      firstChainBreak: Number.isFinite(firstChainBreak) ? firstChainBreak : undefined,
      hasRows,
    };
  }, [known]);
}
