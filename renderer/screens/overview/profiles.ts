/** What each profile looks at first: the order of the parts of the overview, and of what is in them. */
import type { Me } from '../../../shared/contract/access.ts';
import {
  severities,
  type Attention,
  type AttentionKind,
  type FigureKind,
} from '../../../shared/contract/overview.ts';
import type { WorkspaceKind } from '../../../shared/contract/workspace.ts';
import type { Profile } from './search.ts';

export type Part = 'attention' | 'ledger' | 'figures' | 'days' | 'activity';

export interface ProfileOrder {
  readonly parts: readonly Part[];
  /** Those that are not named come after, as they are told. */
  readonly figures: readonly FigureKind[];
  /** Of one severity: what weighs more comes first for everybody. */
  readonly attention: readonly AttentionKind[];
}

export const profileOrders: Readonly<Record<Profile, ProfileOrder>> = {
  officer: {
    parts: ['attention', 'ledger', 'figures', 'days', 'activity'],
    figures: [
      'decisions',
      'decisions_recent',
      'decisions_today',
      'review_waiting',
      'decisions_intervened',
      'models',
    ],
    attention: [
      'chain_break',
      'never_verified',
      'verification_old',
      'model_unregistered',
      'person_request_late',
      'person_request_soon',
      'alert',
      'review_waiting',
      'person_enrolled_unsigned',
      'person_revoked_unsigned',
      'kept_nowhere',
      'copy_old',
      'backup_failed',
      'backup_overdue',
      'job_failed',
      'card_without_limitations',
    ],
  },
  holder: {
    parts: ['attention', 'ledger', 'figures', 'activity', 'days'],
    figures: [
      'balance',
      'payouts_pending',
      'payouts_failed',
      'sessions_active',
      'datasets',
      'spent',
    ],
    attention: ['chain_break', 'payout_failed', 'session_revoked', 'session_expiring'],
  },
  lab: {
    parts: ['attention', 'ledger', 'figures', 'activity', 'days'],
    figures: [
      'spent',
      'sessions_active',
      'invoices_pending',
      'invoices_overdue',
      'models',
      'decisions',
    ],
    attention: [
      'chain_break',
      'account_suspended',
      'limit_near',
      'invoice_overdue',
      'session_revoked',
      'session_expiring',
      'card_without_limitations',
    ],
  },
  demo: {
    parts: ['ledger', 'attention', 'figures', 'days', 'activity'],
    figures: ['decisions', 'decisions_recent', 'review_waiting', 'sessions_active', 'models'],
    attention: ['chain_break', 'never_verified', 'review_waiting'],
  },
};

/** Part that stands beside another where there is room; it takes the whole width where that is missing. */
export const besides: Readonly<Record<Part, Part | null>> = {
  attention: 'ledger',
  ledger: 'attention',
  figures: null,
  days: 'activity',
  activity: 'days',
};

/** Whose overview it is where nobody chose: by the role of the key, then by the workspace. */
export function usualProfile(
  role: Me['role'] | undefined,
  workspace: WorkspaceKind | undefined,
): Profile {
  if (role === 'data_holder') return 'holder';
  if (role === 'ai_lab') return 'lab';
  return workspace === 'demo' ? 'demo' : 'officer';
}

/** Items in the order of their kinds; kinds that are not named keep their order after those. */
export function inOrder<Item extends { readonly kind: string }>(
  items: readonly Item[],
  kinds: readonly string[],
): Item[] {
  const place = placeIn(kinds);
  return items.toSorted((one, other) => place(one.kind) - place(other.kind));
}

/** Orders attention: what weighs more comes first for everybody; of one severity in the order of the kinds. */
export function attentionInOrder(
  items: readonly Attention[],
  kinds: readonly AttentionKind[],
): Attention[] {
  const place = placeIn(kinds);
  const weight = placeIn(severities);
  return items.toSorted(
    (one, other) =>
      weight(one.severity) - weight(other.severity) || place(one.kind) - place(other.kind),
  );
}

function placeIn(names: readonly string[]): (name: string) => number {
  return (name) => {
    const index = names.indexOf(name);
    return index === -1 ? names.length : index;
  };
}
