/** The mark of an act that nobody signed. */
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../status-badge.tsx';

export function NotSignedMark({ text }: { readonly text?: string }) {
  const { t } = useTranslation('signing');
  return (
    <StatusBadge tone="warn" title={text ?? t('notSignedText')}>
      {t('notSigned')}
    </StatusBadge>
  );
}
