/** Asks for the file of the signing key and its passphrase, where a backup's key is not here. */
import { FileInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RestorePreview } from '../../../shared/contract/backups.ts';
import { signingKeyLimits, type BroughtKey } from '../../../shared/contract/signing-key.ts';
import { useRestorePreviewWithKey, type RestoreSource } from '../../api/backups.ts';
import { FormPart } from '../../ui/form/form-part.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
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
  onType,
  onBring,
}: {
  readonly source: RestoreSource;
  /** Something was typed, which is lost with the dialog. */
  readonly onType: () => void;
  readonly onBring: (brought: BroughtPreview) => void;
}) {
  const { t } = useTranslation('backups');
  const opening = useRestorePreviewWithKey();
  const check = ({ key: { file, passphrase } }: Values): FaultsByField => ({
    ...(file === null && { 'key.file': t('key.fileMissing') }),
    ...(file !== null && file.size > signingKeyLimits.file && { 'key.file': t('key.fileTooLong') }),
    ...(passphrase === '' && { 'key.passphrase': t('key.passphraseMissing') }),
  });
  return (
    <FormPart<Values, Values, BroughtPreview>
      label={t('key.file')}
      submit={t('key.open')}
      failed={t('key.bringFailed')}
      initial={{ key: { file: null, passphrase: '' } }}
      bodyOf={(values) => values}
      check={check}
      keep={onType}
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
      {(form) => (
        <>
          <p className={layout.text}>{t('key.bringText')}</p>
          <FileInput
            label={t('key.file')}
            placeholder={t('key.chooseFile')}
            leftSection={<IconKey size={14} stroke={1.75} />}
            {...form.getInputProps('key.file')}
          />
          <PasswordField
            label={t('key.passphrase')}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('key.show') }}
            {...form.getInputProps('key.passphrase')}
          />
        </>
      )}
    </FormPart>
  );
}
