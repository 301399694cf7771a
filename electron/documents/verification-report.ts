/** A verification as a PDF to hand to an auditor: verdict, scope, method, and what it does not prove. */
import { demoMark, demoOrigin } from '../../shared/ledger/demo-origin.ts';
import {
  entryVerdicts,
  type EntryVerdict,
  type Finding,
  type LedgerVerdict,
} from '../../shared/contract/chain.ts';
import { entryVerdictWords, ledgerVerdictWords } from '../../shared/verdict-words.ts';
import { ReportPage } from './report-page.ts';

/** Contents of a report; its text depends on this alone. */
export interface ReportContents {
  readonly title: string;
  /** Of the ledger; stands below the title. */
  readonly origin: string;
  /** ISO 8601; the document is dated by it. */
  readonly date: string;
  readonly verdict: LedgerVerdict;
  readonly checked: number;
  readonly total: number;
  readonly records: number;
  readonly fields: number;
  readonly counts: Partial<Record<EntryVerdict, number>>;
  readonly findings: number;
  /** The first ones. */
  readonly firstFindings: readonly Finding[];
  /** What was looked at, name by name. */
  readonly scope: readonly (readonly [string, string])[];
  /** How, in sentences. */
  readonly method: readonly string[];
}

const meanings: Readonly<Record<LedgerVerdict, string>> = {
  VERIFIED_ANCHORED:
    'Everything checked holds, and the ledger goes on from a checkpoint that was kept elsewhere.',
  VERIFIED_SIGNED: 'Everything checked holds under a checkpoint that the ledger’s own key signed.',
  SELF_CONSISTENT_ONLY:
    'Everything checked agrees with itself. Nothing outside the database vouches for its end.',
  TRUNCATED: 'Entries that a known checkpoint covers are missing at the end.',
  ROLLED_BACK: 'A known checkpoint covers later entries: this is an earlier state.',
  FORKED: 'A known checkpoint speaks of other entries than these.',
  BAD_SIGNATURE: 'The signature of the checkpoint does not hold.',
  UNKNOWN_KEY: 'The checkpoint is not signed by the key that the ledger is bound to.',
  UNVERIFIABLE: 'There are deviations, or nothing could be checked.',
};

const notProven = [
  'That what was recorded was true: a record shows what was sent, when, and that it stayed so.',
  'That everything was recorded: what was never appended leaves no trace.',
  'That nothing else was signed: whoever holds the key can sign a second history. Only a checkpoint that somebody else kept shows that this is the one they saw; a verdict without such an anchor is no stronger than the key.',
  'Who acted: names and roles of interventions are what the organisation’s own systems stated.',
];

/** How many there are, said once, and of what kinds. */
function deviations({ findings, counts }: ReportContents): string {
  const kinds = entryVerdicts.flatMap((verdict) => {
    const count = counts[verdict] ?? 0;
    if (count === 0 || verdict === 'OK' || verdict === 'ERASED_DECLARED') return [];
    return [`${entryVerdictWords[verdict]}: ${count}`];
  });
  return kinds.length === 0 ? String(findings) : `${findings} (${kinds.join(', ')})`;
}

/** The bytes of the document; the same for the same contents. */
export async function reportBytes(report: ReportContents): Promise<Uint8Array> {
  const page = new ReportPage(
    report.title,
    new Date(report.date),
    `${report.title}  ${report.date}`,
  );
  if (report.origin === demoOrigin) page.ribbon(demoMark);
  page.title(report.title, report.origin);
  page.heading(`Verdict: ${ledgerVerdictWords[report.verdict]}`);
  page.paragraph(meanings[report.verdict]);
  page.facts([
    ['Entries checked', `${report.checked} of ${report.total}`],
    ['Decision records', String(report.records)],
    ['Values compared with their commitments', String(report.fields)],
    ['Deviations', deviations(report)],
    ['Values erased as declared', String(report.counts.ERASED_DECLARED ?? 0)],
  ]);
  page.heading('Scope');
  page.facts(report.scope);
  if (report.firstFindings.length > 0) {
    page.heading('Deviations', 110);
    if (report.findings > report.firstFindings.length) {
      page.paragraph(`The first ${report.firstFindings.length} of ${report.findings}.`);
    }
    page.table(
      [
        { title: 'Entry', from: 0, to: 0.1, dimmed: true },
        { title: 'Deviation', from: 0.11, to: 0.42 },
        { title: 'What was found', from: 0.43, to: 1 },
      ],
      report.firstFindings.map((each) => [
        String(each.seq),
        entryVerdictWords[each.verdict],
        each.message,
      ]),
    );
  }
  page.heading('Method');
  for (const sentence of report.method) page.paragraph(sentence);
  page.heading('What this does not prove', 130);
  for (const sentence of notProven) page.paragraph(`•  ${sentence}`);
  return page.finish();
}
