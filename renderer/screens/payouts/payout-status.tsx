/** The state of a payout as a badge. Green and red belong to verification. */
import { useTranslation } from 'react-i18next';
import type { PayoutStatus } from '../../../shared/contract/billing.ts';
import { StatusBadge, type StatusShape, type StatusTone } from '../../ui/status-badge.tsx';

const badges: Readonly<Record<PayoutStatus, readonly [StatusTone, StatusShape]>> = {
  PENDING: ['mute', 'ring'],
  COMPLETED: ['info', 'dot'],
  FAILED: ['warn', 'triangle'],
};

export function PayoutStatusBadge({ status }: { status: PayoutStatus }) {
  const { t } = useTranslation('payouts');
  const [tone, shape] = badges[status];
  return (
    <StatusBadge tone={tone} shape={shape}>
      {t(`status.${status}`)}
    </StatusBadge>
  );
}
