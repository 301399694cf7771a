/** What stands where rows would be read in a session that is over. */
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
