/** The route of a verification's report: a PDF of what is kept of it. */
import type { Finding, Verification } from '../../shared/contract/chain.ts';
import type { RouteHandlers } from '../route-handler.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import type { ChainStore } from './chain-store.ts';
import { requireVerification } from './routes.ts';

/** Findings written out; the report says how many there are. */
const shownFindings = 200;

const method = [
  'Every entry was read and its SHA-256 computed from its canonical bytes (RFC 8785). Each record was compared with the hash of the record before it, each intervention with the one before it on its record, and each value with the salted commitment in its entry.',
  'The Merkle tree over all entries (RFC 6962) was computed anew and compared with the stored tree and with every known checkpoint (C2SP signed note, Ed25519). Every column that the screens show was compared with the entry it stands for.',
];

export function reportReadRoutes(options: {
  readonly chain: ChainStore;
  readonly jobs: JobsStore;
}): RouteHandlers<'getVerificationReport'> {
  const { chain, jobs } = options;
  return {
    getVerificationReport: async ({ parameters: { id } }) => {
      const verification = requireVerification(jobs, id);
      const findings = jobs
        .findings(id, { limit: shownFindings, offset: 0 })
        .map((text): Finding => JSON.parse(text));
      // Fonts and layout are loaded by the first who needs them.
      const { reportBytes } = await import('../documents/verification-report.ts');
      const bytes = await reportBytes(contentsOf(verification, findings, chain.genesis()));
      return {
        body: new Blob([new Uint8Array(bytes)]).stream(),
        headers: { 'content-disposition': `attachment; filename="verification-${id}.pdf"` },
      };
    },
  };
}

function contentsOf(
  verification: Verification,
  findings: readonly Finding[],
  genesis: { readonly origin: string; readonly vkey: string },
) {
  return {
    title: 'Verification of a decision ledger',
    subtitle: genesis.origin,
    date: verification.finished_at,
    verdict: verification.verdict,
    checked: verification.checked,
    total: verification.total,
    records: verification.records_checked,
    fields: verification.fields_checked,
    counts: verification.counts,
    findings: verification.findings_total,
    firstFindings: findings,
    scope: [
      ['Origin', genesis.origin],
      ['Verifier key', genesis.vkey],
      ['Verification', verification.verification_id],
      ['Started', verification.started_at],
      ['Finished', verification.finished_at],
      ['Last entry', verification.head_hash ?? 'unknown'],
      ['Tree head', verification.root_hash ?? 'unknown'],
    ],
    method,
  } as const;
}
