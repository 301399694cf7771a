/** Suspends an account by hand, or lifts that; why is kept. */
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/contract/billing.ts';
import { useSetSuspension } from '../../api/billing.ts';
import { notify } from '../../state/notices.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import layout from '../../ui/form/form.module.css';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';

export function SuspensionDialog({
  opened,
  account,
  suspend,
  onClose,
}: {
  readonly opened: boolean;
  readonly account: Account;
  readonly suspend: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['billing', 'common']);
  const setting = useSetSuspension();
  const { name, account_id: id, suspensions } = account;
  const manual = suspensions.find(({ cause }) => cause === 'MANUAL');
  const meanwhile = useMeanwhile({
    current: { suspended: manual !== undefined, reason: manual?.reason ?? null },
    isPending: setting.isPending,
    isOpen: opened,
    lines: (state) => [
      {
        label: t('suspension.byHand'),
        text: t(state.suspended ? 'yes' : 'no', { ns: 'common' }),
      },
      { label: t('cancel.reason'), text: state.reason ?? t('meanwhile.none', { ns: 'common' }) },
    ],
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(suspend ? 'suspension.suspendTitle' : 'suspension.liftTitle', { name })}
      submit={t(suspend ? 'suspension.suspend' : 'suspension.lift')}
      failed={t('suspension.failed')}
      meanwhile={meanwhile}
      initial={{ reason: '' }}
      bodyOf={({ reason }) => ({
        suspended: suspend,
        reason: reason.trim(),
        if_previous: meanwhile.previous,
      })}
      check={({ reason }): FaultsByField =>
        reason.trim() === '' ? { reason: t('cancel.reasonMissing') } : {}
      }
      send={(body) => setting.mutateAsync({ id, ...body })}
      onDone={() => {
        notify({
          title: t(suspend ? 'suspension.suspendDone' : 'suspension.liftDone', { name }),
        });
        onClose();
      }}
    >
      {(form) => (
        <>
          <p className={layout.text}>
            {t(suspend ? 'suspension.suspendText' : 'suspension.liftText')}
          </p>
          <Textarea
            label={t('cancel.reason')}
            required
            data-autofocus
            autosize
            minRows={2}
            maxRows={6}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
