/** What of the ledger itself needs attention: the same for the overview and for every screen beside it. */
import { attentionKinds, severities, type Attention } from './contract/overview.ts';
import { ledgerState, type LedgerFacts } from './ledger-state.ts';

/** A result older than this is to be renewed; milliseconds. */
const oldVerificationMs = 7 * 24 * 60 * 60_000;

export const noAttention = {
  since: null,
  object_id: null,
  name: null,
  job: null,
  rule: null,
  count: null,
  share: null,
  amount: null,
  currency: null,
  query: null,
} as const;

const ledgerKinds = ['chain_break', 'never_verified', 'verification_old'] as const;
type LedgerKind = (typeof ledgerKinds)[number];

/** Nothing for whom verifications are not. */
export function attentionOfLedger(ledger: LedgerFacts, now: number): Attention[] {
  if (ledger.verification === null) return [];
  const state = ledgerState(ledger, now);
  switch (state.kind) {
    case 'empty':
      return [];
    case 'never':
      return [{ ...noAttention, kind: 'never_verified', severity: 'warn' }];
    case 'failed': {
      const { by, verification, verdict } = state;
      const broken = {
        ...noAttention,
        kind: 'chain_break',
        severity: 'bad',
        name: verdict,
      } as const;
      if (verification === null || by === 'checkpoint') {
        return [{ ...broken, since: ledger.standing?.checkpoint?.kept_at ?? null, count: 0 }];
      }
      const { verification_id: id, finished_at: since, findings_total: count } = verification;
      return [{ ...broken, since, object_id: id, count }];
    }
    case 'ok':
    case 'stale': {
      const { verification_id: id, finished_at: since } = state.verification;
      if (now - Date.parse(since) <= oldVerificationMs) return [];
      const kind = 'verification_old' satisfies LedgerKind;
      return [{ ...noAttention, kind, severity: 'warn', since, object_id: id }];
    }
    default:
      return state satisfies never;
  }
}

/** Puts the ledger's newest state into what was told of everything: with the ledger as it is known now in place of what it was then. */
export function withLedger(
  told: readonly Attention[],
  ledger: LedgerFacts,
  now: number,
): Attention[] {
  const isOfLedger = ({ kind }: Attention) => ledgerKinds.some((each) => each === kind);
  return byWeight([...attentionOfLedger(ledger, now), ...told.filter((each) => !isOfLedger(each))]);
}

/** By severity; of one severity in the order of the kinds; in each kind the oldest first. */
export function byWeight(items: readonly Attention[]): Attention[] {
  return items.toSorted(
    (one, other) =>
      severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
      attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind) ||
      (one.since ?? '').localeCompare(other.since ?? ''),
  );
}
