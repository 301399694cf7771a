/** The README of a bundle: what is in it, how to check it, what it proves and what not. */
import { demoMark, demoOrigin } from '../../shared/ledger/demo-origin.ts';
import type { BundleOrder } from './bundle-format.ts';

export interface BundleContents {
  readonly origin: string;
  /** Of the checkpoint. */
  readonly size: number;
  /** In the bundle. */
  readonly entries: number;
}

/** The text for a bundle of an order. Depends on its contents alone. */
export function bundleReadme(
  order: BundleOrder,
  { origin, size, entries }: BundleContents,
): string {
  return `${origin === demoOrigin ? `${demoMark}: of an example, not of decisions that anybody made.\n\n` : ''}Evidence bundle (${order.kind}) of the ledger ${origin}
${entries} of ${size} entries, under the signed checkpoint in checkpoint.note.

To verify everything, with nothing but Python 3:
  python3 auditor.py verify . --vkey KEY
where KEY is the verifier key of this ledger as you have it from its owner, not from this bundle.
Take auditor.py from where it is published, too: a copy in a bundle says what its maker lets it say.

By hand, with standard tools:
  sha256sum -c SHA256SUMS
  while IFS= read -r l; do printf %s "$l" | sha256sum; done < entries.ndjson
  sed '/^$/,$d' checkpoint.note > body
  sed -n 5p checkpoint.note | awk '{print $3}' | base64 -d | tail -c +5 > sig
  openssl pkeyutl -verify -pubin -inkey keys/ledger.pub.pem -rawin -in body -sigfile sig

manifest.json    what was ordered, and how much is here
entries.ndjson   the authoritative bytes, one canonical entry a line; SHA-256 of a line is its hash
payloads.ndjson  what the commitments cover; a value that is absent was erased or withheld
keys/            the key that signed checkpoint.note; each ledger.keyrotate/v1 entry, signed by
                 the key before it, leads there from the key in entry 0
proofs/          the path of each entry to the checkpoint (not needed where all entries are here)
SHA256SUMS.note  the ledger's signature over SHA256SUMS, and so over every file
view/            for reading, not authoritative

What it proves: ${proven(order)}

What it does not prove: a signature shows that whoever held the key signed this state. That nothing
was signed beside it shows only a checkpoint that was kept elsewhere: compare it with any that you
hold (--checkpoint). Nor does it prove that what was recorded was true.
`;
}

function proven(order: BundleOrder): string {
  switch (order.kind) {
    case 'full':
      return 'these are all entries of the ledger up to the checkpoint, in their order.';
    case 'range':
      return `these are all entries from ${order.from} to ${order.to}. A batch among them is proven
as an entry; the lines that it covers are not here. Of other entries nothing is said.`;
    case 'selection':
      return `nothing about a chosen record is left out, as of that checkpoint: the index, which is
the last entry, says how many entries are about each (subjects.ndjson), and it stands in the journal
for good. It does not show that no other record matches a filter: order a range for that.`;
    case 'figure':
      return `the figure was counted from these records, which are all that it names, and comes to what
its entry commits to; nothing about them is left out, as of that checkpoint: the index, which is the
last entry, says so (subjects.ndjson). It does not show that no other record meets the filter: for
that, apply the filter to a bundle of the whole ledger. A record that lost values since the figure
was recorded is not counted again, and that is said.`;
    case 'payout':
      return `the payout is the sum of its shares (shares.ndjson), each of them fixed by the entry of an
invoice that is paid, less the fee, and nothing about them or about the sessions behind them is left
out, as of that checkpoint: the index, which is the last entry, says so (subjects.ndjson). Where it
pays some of an invoice from before shares were fixed so, that is told by its accrual alone. The
metered lines in lines.ndjson are all that it pays for, as the payout names them, and each stands in
a batch of the journal. The rest of an invoice is its lab's: of its other shares and its lines there
is nothing here.`;
  }
}
