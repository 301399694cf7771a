/** Suspends an account by hand, or lifts that; why is kept. */
import { useState } from 'react';
import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/contract/billing.ts';
import { useSetSuspension } from '../../api/billing.ts';
import { notify } from '../../state/notices.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import form from '../../ui/form/form.module.css';
import { useFormFaults } from '../../ui/form-faults.ts';

export interface SuspensionDialogProps {
  readonly opened: boolean;
  readonly account: Account;
  readonly suspend: boolean;
  readonly onClose: () => void;
}

export function SuspensionDialog(props: SuspensionDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={t(props.suspend ? 'suspension.suspendTitle' : 'suspension.liftTitle', {
        name: props.account.name,
      })}
      size={480}
    >
      <SuspensionForm {...props} />
    </Dialog>
  );
}

function SuspensionForm({ account, suspend, onClose }: SuspensionDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  const setting = useSetSuspension();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [reason, setReason] = useState('');
  const submit = () => {
    if (reason.trim() === '') {
      refuse({ reason: t('cancel.reasonMissing') });
      return;
    }
    clear();
    setting.mutate(
      { id: account.account_id, suspended: suspend, reason: reason.trim() },
      {
        onSuccess: () => {
          notify({
            title: t(suspend ? 'suspension.suspendDone' : 'suspension.liftDone', {
              name: account.name,
            }),
          });
          onClose();
        },
        onError: fail,
      },
    );
  };
  return (
    <form
      ref={element}
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={form.text}>{t(suspend ? 'suspension.suspendText' : 'suspension.liftText')}</p>
      <FormFailure failure={failure} title={t('suspension.failed')} shown={['reason']} />
      <Textarea
        label={t('cancel.reason')}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        value={reason}
        error={faults['reason']}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={setting.isPending}>
          {t(suspend ? 'suspension.suspend' : 'suspension.lift')}
        </Button>
      </div>
    </form>
  );
}
