/** How near the last day for an answer is, as a badge. Green and red belong to verification. */
import { useTranslation } from 'react-i18next';
import type { Urgency } from '../../../shared/oversight/request-steps.ts';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';

const tones = {
  late: 'warn',
  soon: 'info',
  later: 'neutral',
  closed: 'mute',
} as const satisfies Record<Urgency, StatusTone>;

export function UrgencyBadge({ urgency }: { readonly urgency: Urgency }) {
  const { t } = useTranslation('persons');
  return <StatusBadge tone={tones[urgency]}>{t(`urgency.${urgency}`)}</StatusBadge>;
}
