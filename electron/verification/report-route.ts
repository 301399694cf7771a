/** The route of a verification's report: a PDF of what is kept of it. */
import type { Finding, Verification } from '../../shared/contract/chain.ts';
import type { RouteHandlers } from '../route-handler.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import type { ChainStore } from '../ledger/chain-store.ts';
import { requireVerification } from './routes.ts';

/** Findings written out; the report says how many there are. */
const shownFindings = 200;

const ledgerMethod = [
  'Every entry was read and its SHA-256 computed from its canonical bytes (RFC 8785). Each record was compared with the hash of the record before it, each intervention with the one before it on its record, and each value with the salted commitment in its entry.',
  'The Merkle tree over all entries (RFC 6962) was computed anew and compared with the stored tree and with every known checkpoint (C2SP signed note, Ed25519). Every column that the screens show was compared with the entry it stands for.',
];

const caseMethod = [
  'Every file of the evidence bundle was compared with its listed hash. Every entry was read and its SHA-256 computed from its canonical bytes (RFC 8785); links, order and times were compared, and each value with the salted commitment in its entry.',
  'The entries were led to the signed checkpoint (C2SP signed note, Ed25519): a full bundle by the Merkle tree over all of them (RFC 6962), a part by an inclusion proof for each. The checkpoint was compared with every one known of its origin, and the entries shown on screen with those of the bundle.',
];

export function reportReadRoutes(options: {
  readonly chain: ChainStore;
  readonly jobs: JobsStore;
  /** Whether what was verified is a bundle of somebody else’s ledger. */
  readonly isCase: boolean;
}): RouteHandlers<'getVerificationReport'> {
  const { chain, jobs, isCase } = options;
  return {
    getVerificationReport: async ({ parameters: { id } }) => {
      const verification = requireVerification(jobs, id);
      const findings = jobs
        .findings(id, { limit: shownFindings, offset: 0 })
        .map((text): Finding => JSON.parse(text));
      // Fonts and layout are loaded by the first who needs them.
      const { reportBytes } = await import('../documents/verification-report.ts');
      const bytes = await reportBytes(
        contentsOf(verification, {
          findings,
          genesis: chain.genesis(),
          isCase,
        }),
      );
      return {
        body: new Blob([new Uint8Array(bytes)]).stream(),
        headers: { 'content-disposition': `attachment; filename="verification-${id}.pdf"` },
      };
    },
  };
}

function contentsOf(
  verification: Verification,
  {
    findings,
    genesis,
    isCase,
  }: {
    readonly findings: readonly Finding[];
    readonly genesis: { readonly origin: string; readonly vkey: string };
    readonly isCase: boolean;
  },
) {
  return {
    title: isCase ? 'Verification of an evidence bundle' : 'Verification of a decision ledger',
    origin: genesis.origin,
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
    method: isCase ? caseMethod : ledgerMethod,
  } as const;
}
