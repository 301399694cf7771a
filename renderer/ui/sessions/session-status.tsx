/** The state of a session as a badge. Green and red belong to verification. */
import { useTranslation } from 'react-i18next';
import type { SessionStatus } from '../../../shared/contract/sessions.ts';
import { StatusBadge, type StatusShape, type StatusTone } from '../status-badge.tsx';

const badges: Readonly<Record<SessionStatus, readonly [StatusTone, StatusShape]>> = {
  active: ['info', 'dot'],
  expired: ['mute', 'ring'],
  revoked: ['warn', 'triangle'],
  closed: ['mute', 'dot'],
};

export function SessionStatusBadge({ status }: { status: SessionStatus }) {
  const { t } = useTranslation('sessions');
  const [tone, shape] = badges[status];
  return (
    <StatusBadge tone={tone} shape={shape}>
      {t(`status.${status}`)}
    </StatusBadge>
  );
}
