/** The last word before a case is removed with its files. */
import { useTranslation } from 'react-i18next';
import type { Case } from '../../../shared/contract/cases.ts';
import { useRemoveCase } from '../../api/cases.ts';
import { notify } from '../../state/notices.ts';
import { ConfirmDialog, type Outcome } from '../../ui/form/confirm-dialog.tsx';

/** Open while there is a case to remove. */
export function RemoveCaseDialog({
  removed,
  onClose,
}: {
  removed: Case | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('cases');
  const removing = useRemoveCase();
  const name = removed?.name ?? '';
  const question = removed && {
    text: t('remove.text', { name }),
    failed: t('remove.failed'),
    submit: t('remove.submit'),
    isPending: removing.isPending,
    onConfirm: ({ onSuccess, onError }: Outcome) =>
      removing.mutate(removed.case_id, {
        onSuccess: () => {
          notify({ title: t('remove.done', { name }) });
          onSuccess();
        },
        onError,
      }),
  };
  return <ConfirmDialog title={t('remove.title')} question={question} onClose={onClose} />;
}
