/** A case of a part of a ledger: its proofs are files of its bundle, since there is no tree to make them from. */
import { decodeEntry } from '../../shared/ledger/entries.ts';
import { BundleFolder } from '../bundles/bundle-folder.ts';
import { entryLabel } from '../bundles/entry-label.ts';
import type { ProvenPart } from '../checkpoints/routes.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import type { CaseFiles } from './case-files.ts';

/** Undefined for a ledger of one's own and for a case that has every entry. */
export function provenPart(
  database: ReaderDatabase,
  cases: CaseFiles,
  caseId: string | undefined,
): ProvenPart | undefined {
  const found = caseId === undefined ? undefined : cases.find(caseId);
  if (found === undefined || found.kind === 'full') return undefined;
  const directory = cases.directoryOf(found.case_id);
  const entry = database
    .prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?')
    .pluck();
  return {
    size: found.size,
    rootHash: found.root_hash,
    inclusion: (seq) => {
      const label = entryLabel(decodeEntry(entry.get(seq) ?? ''));
      const bundle = BundleFolder.open(directory);
      try {
        const [proof = ''] = bundle.proof(`proofs/${label}.tlog-proof`).split('\n\n');
        const hashes = proof.split('\n').slice(2);
        return hashes.map((each) => `sha256:${Buffer.from(each, 'base64').toString('hex')}`);
      } finally {
        bundle.close();
      }
    },
  };
}
