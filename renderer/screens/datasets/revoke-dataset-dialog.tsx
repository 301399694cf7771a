/** The last word before a dataset is withdrawn: what stops at once, what stays, and why. */
import { useState } from 'react';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '../../../shared/contract/datasets.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { useRevokeDataset } from '../../api/datasets.ts';
import { notify } from '../../state/notices.ts';
import { formatCount } from '../../ui/format.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import form from '../../ui/form/form.module.css';
import { faultsByField, type FormFaults } from './dataset-form.ts';

export interface RevokeDatasetDialogProps {
  readonly dataset: Dataset;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function RevokeDatasetDialog(props: RevokeDatasetDialogProps) {
  const { t } = useTranslation(['datasets', 'common']);
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('revoke.title')} size={500}>
      <RevokeForm {...props} />
    </Dialog>
  );
}

function RevokeForm({ dataset, onClose }: RevokeDatasetDialogProps) {
  const { t } = useTranslation(['datasets', 'common']);
  const [reason, setReason] = useState('');
  const [by, setBy] = useState('');
  const [faults, setFaults] = useState<FormFaults>({});
  const [failure, setFailure] = useState<ApiFailure>();
  const revoking = useRevokeDataset();
  const open = dataset.active_session_count;
  const submit = () => {
    if (reason.trim() === '') {
      setFaults({ reason: t('revoke.reasonMissing') });
      return;
    }
    setFailure(undefined);
    const body = {
      reason: reason.trim(),
      ...(by.trim() === '' ? {} : { revoked_by: by.trim() }),
    };
    revoking.mutate(
      { id: dataset.dataset_id, body },
      {
        onSuccess: () => {
          notify({ title: t('revoke.done', { name: dataset.name }) });
          onClose();
        },
        onError: (error) => {
          const failed = toFailure(error);
          setFailure(failed);
          setFaults(faultsByField(failed.fields));
        },
      },
    );
  };
  return (
    <form
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={form.text}>{t('revoke.text', { name: dataset.name })}</p>
      <ul className={form.stops}>
        <li>
          <strong>{t('revoke.sessions', { count: open, formatted: formatCount(open) })}</strong>
        </li>
        <li>{t('revoke.running')}</li>
        <li>{t('revoke.noMore')}</li>
        <li>{t('revoke.stays')}</li>
        <li>{t('revoke.final')}</li>
      </ul>
      <FormFailure failure={failure} title={t('revoke.failed')} shown={['reason', 'revoked_by']} />
      <Textarea
        label={t('revoke.reason')}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        placeholder={t('revoke.reasonHint')}
        value={reason}
        error={faults['reason']}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setFaults({});
        }}
      />
      <TextInput
        label={t('revoke.by')}
        placeholder={dataset.holder_id}
        autoComplete="off"
        value={by}
        error={faults['revoked_by']}
        onChange={(event) => setBy(event.currentTarget.value)}
      />
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={revoking.isPending}>
          {t('revoke.submit')}
        </Button>
      </div>
    </form>
  );
}
