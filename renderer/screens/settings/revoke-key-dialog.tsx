/** Asks before a key is revoked, and says when it was used last. */
import { useTranslation } from 'react-i18next';
import type { ApiKeyCard } from '../../../shared/contract/access.ts';
import { useRevokeApiKey } from '../../api/access.ts';
import { notify } from '../../state/notices.ts';
import { usePreferences } from '../../state/preferences.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { formatInstantIn } from '../../ui/format.ts';

export function RevokeKeyDialog({
  card,
  onClose,
}: {
  card: ApiKeyCard | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('access');
  const zone = usePreferences((state) => state.timeZone);
  const revoking = useRevokeApiKey();
  const name = card?.name ?? '';
  const used = card?.last_used_at ?? null;
  const use =
    used === null ? t('revoke.unused') : t('revoke.used', { at: formatInstantIn(used, zone) });
  return (
    <ConfirmDialog
      title={t('revoke.title')}
      question={
        card && {
          text: `${t('revoke.text', { name, hint: card.hint })} ${use}`,
          failed: t('revoke.failed'),
          submit: t('revoke.submit'),
          isPending: revoking.isPending,
          onConfirm: ({ onSuccess, onError }, idempotencyKey) =>
            revoking.mutate(
              { id: card.key_id, idempotencyKey },
              {
                onSuccess: () => {
                  notify({ title: t('revoke.done', { name }) });
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
