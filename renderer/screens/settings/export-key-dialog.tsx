/** Puts the signing keys into a file: a passphrase, twice, and what it means to have it. */
import { useTranslation } from 'react-i18next';
import { exportSigningKeySchema, signingKeyLimits } from '../../../shared/contract/signing-key.ts';
import { useExportSigningKey } from '../../api/backups.ts';
import { ConfirmationField, useConfirmation } from '../../ui/confirmation.tsx';
import { notify } from '../../state/notices.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import { saveFile } from '../../ui/save-file.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';

export function ExportKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('backups');
  const exporting = useExportSigningKey();
  const { way, faultOf, keyIn } = useConfirmation();
  const plain = {
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t('key.show') },
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('key.exportTitle')}
      size={520}
      submit={t('key.exportSubmit')}
      failed={t('key.exportFailed')}
      initial={{ passphrase: '', again: '', confirm: '' }}
      bodyOf={({ passphrase }) => ({ passphrase })}
      schema={exportSigningKeySchema}
      check={({ passphrase, again, confirm }): FaultsByField => {
        const missing = faultOf(confirm);
        return {
          ...(again !== passphrase && { again: t('key.againFault') }),
          ...(missing !== undefined && { confirm: missing }),
        };
      }}
      send={async (body, _, { confirm }) => {
        try {
          return await exporting.mutateAsync({ ...body, confirm: keyIn(confirm) });
        } finally {
          // What was sent is kept by nobody but this form.
          exporting.reset();
        }
      }}
      onDone={(file) => {
        saveFile(file);
        notify({ title: t('key.exported', { name: file.name }) });
        onClose();
      }}
    >
      {(form) => (
        <>
          <ul className="pd-flush pd-grid pd-gap-4 pd-grid-size pd-pretty pd-indented">
            <li>{t('key.meansWho')}</li>
            <li>{t('key.meansLost')}</li>
            <li>{t('key.meansApart')}</li>
          </ul>
          <PasswordField
            label={t('key.passphrase')}
            description={t('key.passphraseHint', { count: signingKeyLimits.passphrase.minimum })}
            data-autofocus
            {...plain}
            {...form.getInputProps('passphrase')}
          />
          <PasswordField label={t('key.again')} {...plain} {...form.getInputProps('again')} />
          <ConfirmationField way={way} {...form.getInputProps('confirm')} />
        </>
      )}
    </FormDialog>
  );
}
