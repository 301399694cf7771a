/** The state of a grant as a badge. Green and red belong to verification. */
import { useTranslation } from 'react-i18next';
import type { GrantStatus } from '../../../shared/contract/grants.ts';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';

const tones = {
  requested: 'warn',
  active: 'info',
  ended: 'mute',
  refused: 'mute',
  withdrawn: 'mute',
  revoked: 'neutral',
} as const satisfies Record<GrantStatus, StatusTone>;

export function GrantStatusBadge({ status }: { readonly status: GrantStatus }) {
  const { t } = useTranslation('grants');
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}
