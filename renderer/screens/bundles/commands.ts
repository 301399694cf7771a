/** The commands by which a bundle is checked (docs/ledger-format.md, "Bundles"), in their order. */

export const checkCommands = [
  { name: 'files', command: 'sha256sum -c SHA256SUMS' },
  {
    name: 'hashes',
    command: `while IFS= read -r l; do printf %s "$l" | sha256sum; done < entries.ndjson`,
  },
  {
    name: 'note',
    command: `sed '/^$/,$d' checkpoint.note > body; sed -n 5p checkpoint.note | awk '{print $3}' | base64 -d | tail -c +5 > sig`,
  },
  {
    name: 'signature',
    command:
      'openssl pkeyutl -verify -pubin -inkey keys/ledger.pub.pem -rawin -in body -sigfile sig',
  },
  { name: 'all', command: 'python3 auditor.py verify . --vkey KEY' },
] as const;

/** All of them, a line each. */
export const allCommands = checkCommands.map(({ command }) => command).join('\n');
