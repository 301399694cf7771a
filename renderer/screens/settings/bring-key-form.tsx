/** Asks for the file of the signing key and its passphrase, where a backup's key is not here. */
import { Button, FileInput, PasswordInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RestorePreview } from '../../../shared/contract/backups.ts';
import { signingKeyLimits, type BroughtKey } from '../../../shared/contract/signing-key.ts';
import { useRestorePreviewWithKey, type RestoreSource } from '../../api/backups.ts';
import { FormPage } from '../../ui/form/form-page.tsx';
import layout from '../../ui/form/form.module.css';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';

/** A key that opened, and what would change with it. */
export interface BroughtPreview {
  readonly key: BroughtKey;
  readonly preview: RestorePreview;
}

interface Values {
  readonly key: { readonly file: File | null; readonly passphrase: string };
}

export function BringKeyForm({
  source,
  onBring,
  onClose,
}: {
  readonly source: RestoreSource;
  readonly onBring: (brought: BroughtPreview) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['backups', 'common']);
  const opening = useRestorePreviewWithKey();
  const check = ({ key: { file, passphrase } }: Values): FaultsByField => ({
    ...(file === null && { 'key.file': t('key.fileMissing') }),
    ...(file !== null && file.size > signingKeyLimits.file && { 'key.file': t('key.fileTooLong') }),
    ...(passphrase === '' && { 'key.passphrase': t('key.passphraseMissing') }),
  });
  return (
    <FormPage<Values, Values, BroughtPreview>
      failed={t('key.bringFailed')}
      initial={{ key: { file: null, passphrase: '' } }}
      bodyOf={(values) => values}
      check={check}
      send={async ({ key: { file, passphrase } }) => {
        const key = { file: (await file?.text()) ?? '', passphrase };
        try {
          return { key, preview: await opening.mutateAsync({ ...source, key }) };
        } finally {
          // What was sent is kept by nobody but this form.
          opening.reset();
        }
      }}
      onDone={onBring}
    >
      {(form, { isSending }) => (
        <>
          <p className={layout.text}>{t('key.bringText')}</p>
          <FileInput
            label={t('key.file')}
            placeholder={t('key.chooseFile')}
            leftSection={<IconKey size={14} stroke={1.75} />}
            {...form.getInputProps('key.file')}
          />
          <PasswordInput
            label={t('key.passphrase')}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('key.show') }}
            {...form.getInputProps('key.passphrase')}
          />
          <div className={layout.actions}>
            <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
            <Button type="submit" variant="filled" loading={isSending}>
              {t('key.open')}
            </Button>
          </div>
        </>
      )}
    </FormPage>
  );
}
