/** Puts the signing keys into a file: a passphrase, twice, and what it means to have it. */
import { useState } from 'react';
import { Button, PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { exportSigningKeySchema, signingKeyLimits } from '../../../shared/contract/signing-key.ts';
import { useExportSigningKey } from '../../api/backups.ts';
import { ConfirmationField, useConfirmation } from '../../app/confirmation.tsx';
import { notify } from '../../state/notices.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { localFaults, useFormFaults } from '../../ui/form-faults.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import form from '../../ui/form/form.module.css';
import classes from './settings.module.css';

export function ExportKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['backups', 'common']);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('key.exportTitle')} size={520}>
      <ExportForm onClose={onClose} />
    </Dialog>
  );
}

function ExportForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['backups', 'common']);
  const exporting = useExportSigningKey();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const confirmation = useConfirmation();
  const submit = async () => {
    clear();
    const found = { ...localFaults(exportSigningKeySchema, { passphrase }) };
    if (found['passphrase'] === undefined && again !== passphrase) {
      found['again'] = t('key.againFault');
    }
    if (confirmation.isMissing) found['confirm'] = t('confirmation.missing', { ns: 'common' });
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    try {
      const file = await exporting.mutateAsync({ passphrase, confirm: confirmation.key });
      saveFile(file);
      notify({ title: t('key.exported', { name: file.name }) });
      onClose();
    } catch (error) {
      fail(error);
    } finally {
      // What was sent is kept by nobody but this form.
      exporting.reset();
    }
  };
  const field = (
    name: 'passphrase' | 'again',
    value: string,
    onChange: (value: string) => void,
    description?: string,
  ) => (
    <PasswordInput
      label={t(`key.${name}`)}
      description={description}
      autoComplete="new-password"
      data-autofocus={name === 'passphrase' ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('key.show') }}
      value={value}
      error={faults[name]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
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
      <ul className={classes.points}>
        <li>{t('key.meansWho')}</li>
        <li>{t('key.meansLost')}</li>
        <li>{t('key.meansApart')}</li>
      </ul>
      <FormFailure failure={failure} title={t('key.exportFailed')} shown={['passphrase']} />
      {field(
        'passphrase',
        passphrase,
        setPassphrase,
        t('key.passphraseHint', { count: signingKeyLimits.passphrase.minimum }),
      )}
      {field('again', again, setAgain)}
      <ConfirmationField confirmation={confirmation} fault={faults['confirm']} />
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button
          type="submit"
          variant="filled"
          disabled={confirmation.way === 'elsewhere'}
          loading={exporting.isPending}
        >
          {t('key.exportSubmit')}
        </Button>
      </div>
    </form>
  );
}
