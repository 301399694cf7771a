/** The last word before a session is closed or revoked: what stops, what stays, and why. */
import { useState } from 'react';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../shared/contract/sessions.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { useCloseSession, useRevokeSession } from '../../api/sessions.ts';
import { notify } from '../../state/notices.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { faultsByField, type FormFaults } from './session-form.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import classes from '../../ui/form/form.module.css';

export interface EndSessionDialogProps {
  readonly way: 'close' | 'revoke';
  readonly session: Session;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function EndSessionDialog(props: EndSessionDialogProps) {
  const { t } = useTranslation(['sessions', 'common']);
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={t(`end.${props.way}.title`)}
      size={500}
    >
      <EndSessionForm key={props.way} {...props} />
    </Dialog>
  );
}

function EndSessionForm({ way, session, onClose }: EndSessionDialogProps) {
  const { t } = useTranslation(['sessions', 'common']);
  const [reason, setReason] = useState('');
  const [by, setBy] = useState('');
  const [faults, setFaults] = useState<FormFaults>({});
  const [failure, setFailure] = useState<ApiFailure>();
  const closing = useCloseSession();
  const revoking = useRevokeSession();

  const settled = {
    onSuccess: () => {
      notify({ title: t(`end.${way}.done`, { purpose: session.purpose }) });
      onClose();
    },
    onError: (error: unknown) => {
      const failed = toFailure(error);
      setFailure(failed);
      setFaults(faultsByField(failed.fields));
    },
  };
  const submit = () => {
    setFailure(undefined);
    if (way === 'close') {
      closing.mutate(session.session_id, settled);
    } else if (reason.trim() === '') {
      setFaults({ reason: t('end.reasonMissing') });
    } else {
      const body = {
        reason: reason.trim(),
        ...(by.trim() === '' ? {} : { revoked_by: by.trim() }),
      };
      revoking.mutate({ id: session.session_id, body }, settled);
    }
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={classes.text}>{t(`end.${way}.text`)}</p>
      <ul className={classes.stops}>
        <li>{t('end.stops')}</li>
        <li>{t('end.running')}</li>
        <li>{t('end.stays')}</li>
        <li>{t('end.final')}</li>
      </ul>
      <FormFailure
        failure={failure}
        title={t(`end.${way}.failed`)}
        shown={['reason', 'revoked_by']}
      />
      {way === 'revoke' && (
        <>
          <Textarea
            label={t('end.reason')}
            required
            data-autofocus
            autosize
            minRows={2}
            maxRows={6}
            placeholder={t('end.reasonHint')}
            value={reason}
            error={faults['reason']}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setFaults({});
            }}
          />
          <TextInput
            label={t('end.by')}
            placeholder={t('end.byHint')}
            autoComplete="off"
            value={by}
            error={faults['revoked_by']}
            onChange={(event) => setBy(event.currentTarget.value)}
          />
        </>
      )}
      <div className={classes.actions}>
        <Button onClick={onClose} data-autofocus={way === 'close' || undefined}>
          {t('cancel', { ns: 'common' })}
        </Button>
        <Button type="submit" variant="filled" loading={closing.isPending || revoking.isPending}>
          {t(`end.${way}.submit`)}
        </Button>
      </div>
    </form>
  );
}
