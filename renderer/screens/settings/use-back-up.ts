/** "Back up now", from its tab and from the palette. */
import { useTranslation } from 'react-i18next';
import { useCreateBackup } from '../../api/backups.ts';
import { toFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';

export function useBackUp(): { readonly isStarting: boolean; readonly start: () => void } {
  const { t } = useTranslation('backups');
  const creating = useCreateBackup();
  return {
    isStarting: creating.isPending,
    start: () =>
      creating.mutate(undefined, {
        onSuccess: () => notify({ title: t('state.started') }),
        onError: (error) => {
          const { message, requestId } = toFailure(error);
          notify({ tone: 'bad', title: t('state.startFailed'), reason: message, requestId });
        },
      }),
  };
}
