/** The README of a bundle: what is in it, how to check it with standard tools, what it does not prove. */

import type { ViewCounts } from './record-views.ts';

export interface BundleContents {
  readonly origin: string;
  /** Of the checkpoint. */
  readonly size: number;
  /** In the bundle. */
  readonly entries: number;
  readonly view: ViewCounts;
}

/** The text for a bundle of a kind. Depends on its contents alone. */
export function bundleReadme(
  kind: string,
  { origin, size, entries, view }: BundleContents,
): string {
  return `Evidence bundle (${kind}) of the ledger ${origin}
${entries} of ${size} entries, under the signed checkpoint in checkpoint.note.

To verify everything, with nothing but Python 3:
  python3 verify.py

By hand, with standard tools:
  sha256sum -c SHA256SUMS
  while IFS= read -r l; do printf %s "$l" | sha256sum; done < entries.ndjson
  sed '/^$/,$d' checkpoint.note > body
  tail -n1 checkpoint.note | awk '{print $3}' | base64 -d | tail -c +5 > sig
  openssl pkeyutl -verify -pubin -inkey keys/ledger.pub.pem -rawin -in body -sigfile sig

entries.ndjson   the authoritative bytes, one canonical entry a line; SHA-256 of a line is its hash
payloads.ndjson  what the commitments cover; a value that is absent was erased or withheld
keys/            the key that signed checkpoint.note; each ledger.keyrotate/v1 entry, signed by
                 the key before it, leads there from the key in entry 0
proofs/          the path of each entry to the checkpoint (not needed where all entries are here)
view/            for reading, not authoritative: ${viewed(view)}

What it does not prove: a signature shows that whoever held the key signed this state. That nothing
was signed beside it shows only a checkpoint that was kept elsewhere: compare it with anchors/ and
with any checkpoint of ${origin} that you hold. Nor does it prove that what was recorded was true.
`;
}

/** Which records `view/` shows where. */
function viewed({ files, records, inFirst }: ViewCounts): string {
  if (files === 1) return `report.pdf, and ${records} records in records.json`;
  const last = String(files).padStart(5, '0');
  return `report.pdf, and ${records} records,
                 the first ${inFirst} in records.json, the others in records-00002.json
                 to records-${last}.json`;
}
