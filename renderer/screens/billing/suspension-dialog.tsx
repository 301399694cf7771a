/** Suspends an account by hand, or lifts that; why is kept. */
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/contract/billing.ts';
import { useSetSuspension } from '../../api/billing.ts';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import { checkReason, ReasonField } from '../../ui/form/reason-field.tsx';
import layout from '../../ui/form/form.module.css';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';

export function SuspensionDialog({
  opened,
  account,
  suspend,
  onClose,
}: DialogProps & { readonly account: Account; readonly suspend: boolean }) {
  const { t } = useTranslation(['billing', 'common']);
  const way = suspend ? 'suspend' : 'lift';
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
      title={t(`suspension.${way}Title`, { name })}
      submit={t(`suspension.${way}`)}
      failed={t('suspension.failed')}
      meanwhile={meanwhile}
      initial={{ reason: '' }}
      bodyOf={({ reason }) => ({
        suspended: suspend,
        reason: reason.trim(),
        if_previous: meanwhile.previous,
      })}
      check={checkReason(t('cancel.reasonMissing'))}
      send={(body) => setting.mutateAsync({ id, ...body })}
      told={() => t(`suspension.${way}Done`, { name })}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t(`suspension.${way}Text`)}</p>
          <ReasonField label={t('cancel.reason')} {...form.getInputProps('reason')} />
        </>
      )}
    </FormDialog>
  );
}
