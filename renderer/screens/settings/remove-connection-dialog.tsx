/** Asks before a connection and its key are forgotten. */
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/contract/connections.ts';
import { useConnections, useDeleteConnection } from '../../api/connections.ts';
import { notify } from '../../state/notices.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { useConnectionWords } from './connection-words.ts';

export function RemoveConnectionDialog({
  removed,
  onClose,
}: {
  removed: Connection | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('connections');
  const removing = useDeleteConnection();
  const words = useConnectionWords();
  const kept = useConnections(removed !== undefined).data?.find(
    (each) => each.connection_id === removed?.connection_id,
  );
  const meanwhile = useMeanwhile({
    current: {
      name: (kept ?? removed)?.name ?? '',
      base_url: (kept ?? removed)?.base_url ?? '',
      keep_offline: (kept ?? removed)?.keep_offline ?? true,
    },
    isOpen: removed !== undefined,
    isPending: removing.isPending,
    lines: words,
  });
  const name = removed?.name ?? '';
  return (
    <ConfirmDialog
      title={t('removal.title')}
      question={
        removed && {
          text: t('removal.text', { name }),
          meanwhile,
          failed: t('removal.failed'),
          submit: t('removal.submit'),
          isPending: removing.isPending,
          worksAway: true,
          onConfirm: ({ onSuccess, onError }) =>
            removing.mutate(
              { id: removed.connection_id, if_previous: meanwhile.previous },
              {
                onSuccess: () => {
                  notify({ title: t('removal.done', { name }) });
                  onSuccess();
                },
                onError,
              },
            ),
        }
      }
      onClose={onClose}
    />
  );
}
