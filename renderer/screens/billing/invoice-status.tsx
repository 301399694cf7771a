/** The state of an invoice as a badge. Green and red belong to verification. */
import { useTranslation } from 'react-i18next';
import type { InvoiceStatus } from '../../../shared/contract/billing.ts';
import { StatusBadge, type StatusShape, type StatusTone } from '../../ui/status-badge.tsx';

const badges: Readonly<Record<InvoiceStatus, readonly [StatusTone, StatusShape]>> = {
  PENDING: ['mute', 'ring'],
  PAID: ['info', 'dot'],
  OVERDUE: ['warn', 'triangle'],
  CANCELED: ['neutral', 'none'],
};

export function InvoiceStatusBadge({ status }: { status: InvoiceStatus }) {
  const { t } = useTranslation('billing');
  const [tone, shape] = badges[status];
  return (
    <StatusBadge tone={tone} shape={shape}>
      {t(`invoices.status.${status}`)}
    </StatusBadge>
  );
}
