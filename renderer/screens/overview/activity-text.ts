/** What happened, in a line of the activity list. */
import type { TFunction } from 'i18next';
import type { Activity } from '../../../shared/contract/overview.ts';
import { formatCount } from '../../ui/format.ts';

/** What decides can be proposed first. */
const proposals = ['approve', 'modify', 'override', 'reverse'] as const;
const actions = [...proposals, 'annotate', 'escalate'] as const;
const sessionStates = ['active', 'expired', 'revoked', 'closed'] as const;
const invoiceStates = ['PENDING', 'PAID', 'OVERDUE', 'CANCELED'] as const;
const payoutStates = ['PENDING', 'COMPLETED', 'FAILED'] as const;

export function activityText(
  { kind, name, state, proposal, count }: Activity,
  t: TFunction<'overview'>,
): string {
  switch (kind) {
    case 'record':
      return t('activity.record', { count: count ?? 0, amount: formatCount(count ?? 0) });
    case 'model':
      return t('activity.model', { name: name ?? '', state: state ?? '' });
    case 'intervention': {
      const proposed = proposals.find((each) => proposal === true && each === state);
      if (proposed !== undefined) return t(`activity.proposal.${proposed}`);
      const action = actions.find((each) => each === state);
      return t(`activity.intervention.${action ?? 'other'}`, { state: state ?? '' });
    }
    case 'session':
      return t(`activity.session.${sessionStates.find((each) => each === state) ?? 'active'}`);
    case 'invoice':
      return t(`activity.invoice.${invoiceStates.find((each) => each === state) ?? 'PENDING'}`);
    case 'payout':
      return t(`activity.payout.${payoutStates.find((each) => each === state) ?? 'PENDING'}`);
    case 'verification':
      return t(`activity.verification.${state === 'held' ? 'held' : 'failed'}`);
    case 'person_request':
      return t(`activity.request.${state === 'closed' ? 'closed' : 'received'}`, {
        name: name ?? '',
      });
    default:
      return kind satisfies never;
  }
}
