/** What stands where rows would be read: in a session that is over, and in one of somebody else. */
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/states.tsx';

export function SessionOver() {
  const { t } = useTranslation('sessions');
  return (
    <EmptyState compact icon={<IconLock size={20} stroke={1.6} />} title={t('over.title')}>
      {t('over.text')}
    </EmptyState>
  );
}

export function SessionOfOthers() {
  const { t } = useTranslation('sessions');
  return (
    <EmptyState compact icon={<IconLock size={20} stroke={1.6} />} title={t('others.title')}>
      {t('others.text')}
    </EmptyState>
  );
}
