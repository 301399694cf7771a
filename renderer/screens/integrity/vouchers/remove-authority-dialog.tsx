/** The last word before a time-stamping authority is trusted no longer. */
import { useTranslation } from 'react-i18next';
import type { VoucherAuthority } from '../../../../shared/contract/vouchers.ts';
import { useRemoveAuthority } from '../../../api/vouchers.ts';
import { notify } from '../../../state/notices.ts';
import { ConfirmDialog, type Outcome } from '../../../ui/form/confirm-dialog.tsx';

/** Open while there is an authority to remove. */
export function RemoveAuthorityDialog({
  authority,
  onClose,
}: {
  readonly authority: VoucherAuthority | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('vouchers');
  const removing = useRemoveAuthority();
  const name = authority?.subject ?? '';
  const question = authority && {
    text: t('authority.removeText', { name }),
    failed: t('authority.removeFailed'),
    submit: t('authority.removeSubmit'),
    isPending: removing.isPending,
    onConfirm: ({ onSuccess, onError }: Outcome, idempotencyKey: string) =>
      removing.mutate(
        { fingerprint: authority.fingerprint, idempotencyKey },
        {
          onSuccess: () => {
            notify({ title: t('authority.removed', { name }) });
            onSuccess();
          },
          onError,
        },
      ),
  };
  return <ConfirmDialog title={t('authority.removeTitle')} question={question} onClose={onClose} />;
}
