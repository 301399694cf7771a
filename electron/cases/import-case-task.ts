/** The task that takes a bundle in: unpacks, verifies, makes the draft of a case of it. */
import { join } from 'node:path';
import type { Case } from '../../shared/contract/cases.ts';
import { limits } from '../../shared/contract/limits.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { instant } from '../../shared/time.ts';
import { hashOfFile } from '../bundles/file-pieces.ts';
import { BundleFolder } from '../bundles/bundle-folder.ts';
import { readAnchors, readManifest, readText } from '../bundles/read-bundle.ts';
import { isKnownVerifier } from '../bundles/released-verifiers.ts';
import { verifyBundle } from '../bundles/verify-bundle.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { rootHash } from '../checkpoints/judge-checkpoints.ts';
import { openWriter } from '../database/open-database.ts';
import type { ForeignTask } from '../foreign/foreign-task.ts';
import { sha256 } from '../ledger/sha256.ts';
import { JobStopped } from '../jobs/job-runner.ts';
import type { Progress } from '../jobs/progress-reporter.ts';
import { CaseFiles } from './case-files.ts';
import { fillCase } from './fill-case.ts';
import { judgeCase } from './judge-case.ts';
import { knownHere } from './known-checkpoints.ts';
import { unpackBundle } from './unpack-bundle.ts';

/** Comparisons kept with a case; the gravest come first. */
const keptComparisons = 50;
/** Signs of life come this often, in entries. */
const entriesPerSign = 256;

export interface CaseOrder {
  readonly dataRoot: string;
  /** Whose draft it is. */
  readonly jobId: string;
  /** The file as it was sent. */
  readonly zip: string;
  readonly name: string;
}

/** Fills the draft of the job and describes it; tells how far it is. */
export const importCaseTask: ForeignTask<CaseOrder, Case, Progress> = {
  name: 'import-case',
  run: async ({ dataRoot, jobId, zip, name }, { tell, shouldStop, clock, createId }) => {
    const cases = new CaseFiles(dataRoot);
    const draft = cases.makeDraft(jobId);
    const goOn = (progress: Progress) => {
      tell(progress);
      if (shouldStop()) throw new JobStopped();
    };
    const unpacking = () => goOn({ phase: 'unpacking', done: 0, total: null, unit: 'entries' });
    unpacking();
    const bundle = BundleFolder.make(draft);
    try {
      const most = { files: limits.caseFiles, bytes: limits.caseBytes };
      await unpackBundle(zip, bundle, most, unpacking);
      const manifest = readManifest(bundle.path);
      const progress = (phase: string) => (done: number) => {
        if (done % entriesPerSign > 0 && done < manifest.entries) return;
        goOn({ phase, done, total: manifest.entries, unit: 'entries' });
      };
      const known = knownHere(dataRoot, cases, manifest);
      const verification = await verifyBundle(bundle, {
        onFinding: () => {},
        goOn: progress('verifying'),
        sizes: known.notes.map((each) => each.size),
      });
      const database = openWriter(join(draft, 'proofdesk.db'));
      try {
        await fillCase(database, bundle.path, manifest, progress('writing'));
        database.pragma('wal_checkpoint(TRUNCATE)');
      } finally {
        database.close();
      }
      keepNotes(draft, bundle.path);
      const { verdict, compared, older_than } = judgeCase(verification, known);
      return {
        case_id: createId('case'),
        name,
        kind: manifest.order.kind,
        origin: manifest.origin,
        vkey: manifest.vkey,
        entries: verification.checked,
        records: verification.records,
        size: verification.checkpoint.size,
        root_hash: rootHash(verification.checkpoint.root),
        sha256: `sha256:${await hashOfFile(zip, () => progress('hashing')(0))}`,
        imported_at: instant(clock()),
        verdict,
        findings_total: verification.findings,
        withheld: manifest.withheld.length,
        verifier_known: await isKnownVerifier(sha256(readText(bundle.path, 'auditor.py'))),
        other_keys: known.otherKeys,
        older_than,
        compared: compared.slice(0, keptComparisons),
      };
    } finally {
      bundle.close();
    }
  },
};

/** The checkpoints that came with a bundle are the case's own: they are known from now on. */
function keepNotes(directory: string, bundle: string): void {
  const files = new CheckpointFiles(directory);
  for (const { note } of readAnchors(bundle)) {
    if (parseCheckpoint(note) !== undefined) files.keepAnchor(note);
  }
  const note = readText(bundle, 'checkpoint.note');
  if (parseCheckpoint(note) !== undefined) files.keep(note);
}
