/** Asks before a connection and its key are forgotten. */
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/contract/connections.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useDeleteConnection } from '../../api/connections.ts';
import { notify } from '../../state/notices.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';

export function RemoveConnectionDialog({
  removed,
  onClose,
}: {
  removed: Connection | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('connections');
  const removing = useDeleteConnection();
  const name = showHidden(removed?.name ?? '');
  return (
    <ConfirmDialog
      title={t('removal.title')}
      question={
        removed && {
          text: t('removal.text', { name }),
          failed: t('removal.failed'),
          submit: t('removal.submit'),
          isPending: removing.isPending,
          onConfirm: ({ onSuccess, onError }) =>
            removing.mutate(removed.connection_id, {
              onSuccess: () => {
                notify({ title: t('removal.done', { name }) });
                onSuccess();
              },
              onError,
            }),
        }
      }
      onClose={onClose}
    />
  );
}
