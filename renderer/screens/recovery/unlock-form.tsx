/** The key of the ledger is under a passphrase: a field for it, and a button that opens the ledger. */
import { Button } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { unlockSchema } from '../../../shared/contract/recovery.ts';
import { useUnlockLedger } from '../../api/recovery.ts';
import { FormPage } from '../../ui/form/form-page.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import classes from './recovery.module.css';

const initial = { passphrase: '' };

export function UnlockForm() {
  const { t } = useTranslation('recovery');
  const unlocking = useUnlockLedger();
  return (
    <FormPage
      className={classes.unlock}
      failed={t('unlock.failed')}
      initial={initial}
      bodyOf={(values) => values}
      schema={unlockSchema}
      send={async (body) => {
        try {
          return await unlocking.mutateAsync(body);
        } finally {
          // What was typed is kept by nobody but this form.
          unlocking.reset();
        }
      }}
      saved={() => initial}
      onDone={() => {}}
    >
      {(form, { isSending }) => (
        <>
          <PasswordField
            label={t('unlock.passphrase')}
            description={t('unlock.hint')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('unlock.show') }}
            {...form.getInputProps('passphrase')}
          />
          <Button
            type="submit"
            variant="filled"
            leftSection={<IconLockOpen size={14} stroke={1.75} />}
            loading={isSending}
          >
            {t('unlock.submit')}
          </Button>
        </>
      )}
    </FormPage>
  );
}
