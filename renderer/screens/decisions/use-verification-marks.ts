/** What the latest verification says of each row: the marks on the rail, and the breaks to jump to. */
import { useCallback, useMemo } from 'react';
import { useQueries } from '@tanstack/react-query';
import { isOfRow, type Finding, type Verification } from '../../../shared/contract/chain.ts';
import { isDoubted, ledgerState } from '../../../shared/ledger-state.ts';
import { findingPageQuery, findingPageSize, useChainBeside } from '../../api/chain.ts';
import { chainBreaks } from '../../ui/chain/verdicts.ts';
import { useNow } from '../../ui/chain/use-now.ts';

/**
 * `ok` checked without a finding, `bad` with one, `after` checked but behind a break of the chain,
 * `unknown` not reached by the latest run, or in a ledger that is doubted as a whole.
 */
export type RailMark = 'ok' | 'bad' | 'after' | 'unknown';

interface FindingPage {
  readonly data: Finding[];
}

/** Findings that are read for the rail; beyond them rows are unknown, never green. */
const readPages = 5;

/** The mark of a journal index under a verification with its findings in journal order. */
export function railMarks(
  verification: Verification | null | undefined,
  findings: readonly Finding[],
): (seq: number) => RailMark {
  if (verification == null || verification.checked === 0) return () => 'unknown';
  // Rows beside the entries come last: where one is told, every deviation of an entry is.
  const ofEntries = findings.filter((finding) => !isOfRow(finding));
  const bad = new Set(ofEntries.map((finding) => finding.seq));
  const firstBreak =
    ofEntries.find((finding) => chainBreaks.has(finding.verdict))?.seq ?? undefined;
  const complete =
    findings.length >= verification.findings_total || ofEntries.length < findings.length;
  const knownTo = complete ? verification.checked : (ofEntries.at(-1)?.seq ?? -1) + 1;
  return (seq) => {
    if (bad.has(seq)) return 'bad';
    if (seq >= knownTo) return 'unknown';
    return firstBreak !== undefined && seq > firstBreak ? 'after' : 'ok';
  };
}

/** The findings of the pages that were read, up to the first one that was not. */
function joinPages(results: readonly { data: FindingPage | undefined }[]): Finding[] {
  const gap = results.findIndex((result) => result.data === undefined);
  return results.slice(0, gap < 0 ? undefined : gap).flatMap((result) => result.data?.data ?? []);
}

export interface VerificationMarks {
  readonly verification: Verification | null | undefined;
  readonly findings: readonly Finding[];
  readonly markOf: (seq: number) => RailMark;
}

/** Marks by the latest finished verification. */
export function useVerificationMarks(): VerificationMarks {
  const { data: chain } = useChainBeside();
  const now = useNow();
  const verification = chain?.verification?.latest;
  const doubted = chain !== undefined && isDoubted(ledgerState(chain, now));
  const pages =
    verification == null
      ? 0
      : Math.min(readPages, Math.ceil(verification.findings_total / findingPageSize));
  const findings = useQueries({
    queries: Array.from({ length: pages }, (_, page) =>
      findingPageQuery(verification?.verification_id ?? '', page),
    ),
    combine: joinPages,
  });
  const marks = useMemo(
    () => railMarks(doubted ? null : verification, findings),
    [doubted, verification, findings],
  );
  const markOf = useCallback((seq: number) => marks(seq), [marks]);
  return { verification, findings, markOf };
}
