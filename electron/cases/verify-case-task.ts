/** The task that verifies the bundle of a case again, and that the case still shows what is in it. */
import { join } from 'node:path';
import type { Finding, Verification } from '../../shared/contract/chain.ts';
import { BundleFolder } from '../bundles/bundle-folder.ts';
import { readManifest } from '../bundles/read-bundle.ts';
import { verifyBundle } from '../bundles/verify-bundle.ts';
import { rootHash } from '../checkpoints/judge-checkpoints.ts';
import { openReader } from '../database/open-database.ts';
import type { ForeignTask } from '../foreign/foreign-task.ts';
import { JobStopped } from '../jobs/job-runner.ts';
import type { Progress } from '../jobs/progress-reporter.ts';
import { CaseFiles } from './case-files.ts';
import { judgeCase } from './judge-case.ts';
import { knownHere } from './known-checkpoints.ts';

/** Findings kept of one verification; beyond that they are counted, exactly, and not kept. */
const keptFindings = 100_000;
const findingsAtOnce = 500;
/** Signs of life come this often, in entries. */
const entriesPerSign = 256;

export type CaseNews =
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'findings'; readonly findings: readonly Finding[] };

/** Result of verifying a case, without its times. */
export type CaseVerification = Omit<
  Verification,
  'verification_id' | 'started_at' | 'finished_at' | 'duration_ms'
>;

export const verifyCaseTask: ForeignTask<
  { readonly dataRoot: string; readonly caseId: string },
  CaseVerification,
  CaseNews
> = {
  name: 'verify-case',
  run: async ({ dataRoot, caseId }, { tell, shouldStop }) => {
    const cases = new CaseFiles(dataRoot);
    const directory = cases.directoryOf(caseId);
    const bundle = BundleFolder.open(directory);
    const { origin, vkey } = readManifest(bundle.path);
    const known = knownHere(dataRoot, cases, { origin, vkey, except: caseId });
    const database = openReader(join(directory, 'proofdesk.db'));
    let waiting: Finding[] = [];
    let found = 0;
    const tellFindings = () => {
      if (waiting.length > 0) tell({ type: 'findings', findings: waiting });
      waiting = [];
    };
    const goOn = (done: number, total: number) => {
      if (done % entriesPerSign > 0 && done < total) return;
      tell({ type: 'progress', progress: { phase: 'verifying', done, total, unit: 'entries' } });
      if (shouldStop()) throw new JobStopped();
    };
    try {
      const entry = database
        .prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?')
        .pluck();
      const verification = await verifyBundle(bundle, {
        onFinding: (finding) => {
          found += 1;
          if (found <= keptFindings) waiting.push(finding);
          if (waiting.length >= findingsAtOnce) tellFindings();
        },
        goOn,
        sizes: known.notes.map((each) => each.size),
        storedEntry: (seq) => entry.get(seq) ?? '',
      });
      tellFindings();
      return {
        verdict: judgeCase(verification, known).verdict,
        checked: verification.checked,
        total: Math.max(verification.checked, verification.manifest.entries),
        records_checked: verification.records,
        fields_checked: verification.fields,
        rows: null,
        counts: verification.counts,
        findings_total: verification.findings,
        first_finding: verification.firstFinding,
        head_hash: verification.headHash,
        root_hash: rootHash(verification.checkpoint.root),
      };
    } finally {
      database.close();
      bundle.close();
    }
  },
};
