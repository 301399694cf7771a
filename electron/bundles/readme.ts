/** The README of a bundle: what is in it, how to check it with standard tools, what it does not prove. */

/** The text for a bundle of a kind. Depends on its contents alone. */
export function bundleReadme(
  kind: string,
  { origin, size, entries }: { origin: string; size: number; entries: number },
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
view/            for reading, not authoritative

What it does not prove: a signature shows that whoever held the key signed this state. That nothing
was signed beside it shows only a checkpoint that was kept elsewhere: compare it with anchors/ and
with any checkpoint of ${origin} that you hold. Nor does it prove that what was recorded was true.
`;
}
