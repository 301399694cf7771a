/** Asks for the file of the signing key and its passphrase, where a backup's key is not here. */
import { useState } from 'react';
import { Button, FileInput, PasswordInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RestorePreview } from '../../../shared/contract/backups.ts';
import { signingKeyLimits, type BroughtKey } from '../../../shared/contract/signing-key.ts';
import { useRestorePreviewWithKey, type RestoreSource } from '../../api/backups.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { useFormFaults } from '../../ui/form-faults.ts';
import form from '../../ui/form/form.module.css';

/** A key that opened, and what would change with it. */
export interface BroughtPreview {
  readonly key: BroughtKey;
  readonly preview: RestorePreview;
}

const fields = ['key.file', 'key.passphrase'];

export function BringKeyForm({
  source,
  onBring,
  onClose,
}: {
  source: RestoreSource;
  onBring: (brought: BroughtPreview) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['backups', 'common']);
  const opening = useRestorePreviewWithKey();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const submit = async () => {
    clear();
    if (file === null || passphrase === '') {
      refuse({
        ...(file === null ? { 'key.file': t('key.fileMissing') } : {}),
        ...(passphrase === '' ? { 'key.passphrase': t('key.passphraseMissing') } : {}),
      });
      return;
    }
    if (file.size > signingKeyLimits.file) {
      refuse({ 'key.file': t('key.fileTooLong') });
      return;
    }
    try {
      const key = { file: await file.text(), passphrase };
      onBring({ key, preview: await opening.mutateAsync({ ...source, key }) });
    } catch (error) {
      fail(error);
    } finally {
      // What was sent is kept by nobody but this form.
      opening.reset();
    }
  };
  return (
    <form
      ref={element}
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className={form.text}>{t('key.bringText')}</p>
      <FormFailure failure={failure} title={t('key.bringFailed')} shown={fields} />
      <FileInput
        label={t('key.file')}
        placeholder={t('key.chooseFile')}
        leftSection={<IconKey size={14} stroke={1.75} />}
        value={file}
        error={faults['key.file']}
        onChange={setFile}
      />
      <PasswordInput
        label={t('key.passphrase')}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t('key.show') }}
        value={passphrase}
        error={faults['key.passphrase']}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={opening.isPending}>
          {t('key.open')}
        </Button>
      </div>
    </form>
  );
}
