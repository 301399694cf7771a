/** The report of a bundle: what its own verification found when it was made. */
import type { LedgerVerdict } from '../../shared/contract/chain.ts';
import { rootHash } from '../checkpoints/judge-checkpoints.ts';
import { reportBytes } from '../documents/verification-report.ts';
import type { BundleFolder } from './bundle-folder.ts';
import {
  verifyBundle,
  type BundleVerification,
  type VerifyBundleOptions,
} from './verify-bundle.ts';

/** Snapshots of rows elsewhere that are told one by one. */
const toldSnapshots = 20;

/** The bytes of `view/report.pdf` for a bundle; the same for the same bundle. */
export async function bundleReport(
  bundle: BundleFolder,
  goOn: VerifyBundleOptions['goOn'],
): Promise<Uint8Array> {
  const found = await verifyBundle(bundle, { onFinding: () => {}, goOn, isDraft: true });
  const { manifest, checkpoint, figure, elsewhere } = found;
  return reportBytes({
    title: 'Evidence bundle of a decision ledger',
    origin: manifest.origin,
    date: found.lastCreatedAt,
    verdict: verdictOf(found),
    checked: found.checked,
    total: manifest.entries,
    records: found.records,
    fields: found.fields,
    counts: found.counts,
    findings: found.findings,
    firstFindings: found.firstFinding === null ? [] : [found.firstFinding],
    scope: [
      ['Origin', manifest.origin],
      ['Verifier key', manifest.vkey],
      ['Kind', manifest.order.kind],
      ['Entries in the bundle', String(manifest.entries)],
      ['Entries under the checkpoint', String(checkpoint.size)],
      ['Tree head', rootHash(checkpoint.root)],
      ['Values withheld', String(manifest.withheld.length)],
      ...(figure === undefined
        ? []
        : [
            ['Decisions that the figure counts', String(figure.decisions)] as const,
            figure.isErased
              ? (['Counted again', 'No: what the figure told was erased'] as const)
              : ([
                  'Of these not counted again: values were erased since',
                  String(figure.lost),
                ] as const),
          ]),
      ...elsewhere
        .slice(0, toldSnapshots)
        .map(
          ({ kind, snapshotSha256, count }) =>
            [
              `Rows elsewhere (${kind})`,
              `${snapshotSha256}, entries of evidence: ${count}`,
            ] as const,
        ),
      ...(elsewhere.length > toldSnapshots
        ? [
            [
              'Further snapshots of rows elsewhere',
              String(elsewhere.length - toldSnapshots),
            ] as const,
          ]
        : []),
      ['Last entry of the bundle', found.lastCreatedAt],
    ],
    method: [
      manifest.order.kind === 'full'
        ? 'The SHA-256 of every entry was computed from its canonical bytes, every link compared, and the Merkle tree over all entries (RFC 6962) compared with the signed checkpoint.'
        : 'The SHA-256 of every entry in the bundle was computed from its canonical bytes, and each entry was shown to be under the signed checkpoint by its inclusion proof (RFC 6962). Entries that are not in the bundle were not looked at.',
      'Every value was compared with the salted commitment in its entry; a value that is absent was erased by a declared erasure or is listed as withheld in manifest.json.',
      ...(elsewhere.length === 0
        ? []
        : [
            'Some evidence is about rows that the ledger does not hold: they stayed in files or on a server. It names their snapshot by its SHA-256; nothing of these rows was computed again.',
          ]),
      'To repeat it without this program: python3 auditor.py verify, or the commands in README.txt. This report is for reading; entries.ndjson is what counts.',
    ],
  });
}

function verdictOf({ findings, signature, anchors }: BundleVerification): LedgerVerdict {
  if (findings > 0 || signature !== 'valid') return 'UNVERIFIABLE';
  return anchors.length > 0 ? 'VERIFIED_ANCHORED' : 'VERIFIED_SIGNED';
}
