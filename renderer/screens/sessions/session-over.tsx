/** What stands where rows would be read in a session that is over, or whose rows are others by now. */
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../shared/contract/sessions.ts';
import { EmptyState } from '../../ui/states.tsx';

/** Tells whether a session reads rows still. */
export function isReading({
  status,
  source_changed_at: changedAt,
}: Pick<Session, 'status' | 'source_changed_at'>): boolean {
  return status === 'active' && changedAt === undefined;
}

export function SessionOver() {
  const { t } = useTranslation('sessions');
  return (
    <EmptyState compact icon={<IconLock size={20} stroke={1.6} />} title={t('over.title')}>
      {t('over.text')}
    </EmptyState>
  );
}
