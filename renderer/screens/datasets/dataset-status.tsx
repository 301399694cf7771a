/** The state of a dataset as a badge. Green and red belong to verification. */
import { useTranslation } from 'react-i18next';
import type { Dataset } from '../../../shared/contract/datasets.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

export function DatasetStatusBadge({ status }: { status: Dataset['status'] }) {
  const { t } = useTranslation('datasets');
  switch (status) {
    case 'draft':
      return <StatusBadge tone="mute">{t('status.draft')}</StatusBadge>;
    case 'active':
      return (
        <StatusBadge tone="info" shape="dot">
          {t('status.active')}
        </StatusBadge>
      );
    case 'erased':
      return <StatusBadge tone="mute">{t('status.erased')}</StatusBadge>;
    case 'revoked':
      return (
        <StatusBadge tone="warn" shape="triangle">
          {t('status.revoked')}
        </StatusBadge>
      );
  }
}
