/** The last word before a case is removed with its files. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Case } from '../../../shared/contract/cases.ts';
import { useRemoveCase } from '../../api/cases.ts';
import { toFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import form from '../../ui/form/form.module.css';

/** Open while there is a case to remove. */
export function RemoveCaseDialog({
  removed,
  onClose,
}: {
  removed: Case | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(['cases', 'common']);
  const removing = useRemoveCase();
  const name = removed?.name ?? '';
  const close = () => {
    removing.reset();
    onClose();
  };
  return (
    <Dialog opened={removed !== undefined} onClose={close} title={t('remove.title')} size={500}>
      <div className={form.form}>
        <p className={form.text}>{t('remove.text', { name })}</p>
        <FormFailure
          failure={removing.error === null ? undefined : toFailure(removing.error)}
          title={t('remove.failed')}
        />
        <div className={form.actions}>
          <Button data-autofocus onClick={close}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button
            variant="filled"
            loading={removing.isPending}
            onClick={() => {
              if (removed === undefined) return;
              removing.mutate(removed.case_id, {
                onSuccess: () => {
                  notify({ title: t('remove.done', { name }) });
                  close();
                },
              });
            }}
          >
            {t('remove.submit')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
