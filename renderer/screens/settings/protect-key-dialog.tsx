/** Puts the signing key under a passphrase, under another one, or under none. */
import { useTranslation } from 'react-i18next';
import {
  protectSigningKeySchema,
  signingKeyLimits,
  type ProtectSigningKey,
} from '../../../shared/contract/signing-key.ts';
import { useProtectSigningKey } from '../../api/backups.ts';
import { ConfirmationField, useConfirmation } from '../../ui/confirmation.tsx';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';

const initial = { form: 'passphrase', current: '', passphrase: '', again: '', confirm: '' };
type Values = typeof initial;

export function ProtectKeyDialog({
  opened,
  onClose,
  isSealed,
}: DialogProps & { readonly isSealed: boolean }) {
  const { t } = useTranslation('backups');
  const protecting = useProtectSigningKey();
  const { way, faultOf, keyIn } = useConfirmation();
  const toggle = { 'aria-label': t('key.show') };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('protect.title')}
      size={520}
      submit={t('protect.submit')}
      failed={t('protect.failed')}
      told={() => t('protect.done')}
      initial={initial}
      bodyOf={({ form, current, passphrase }: Values): ProtectSigningKey => ({
        passphrase: form === 'none' ? null : passphrase,
        ...(isSealed && { current }),
      })}
      schema={protectSigningKeySchema}
      check={({ form, passphrase, again, confirm }): FaultsByField => {
        const missing = faultOf(confirm);
        return {
          ...(form !== 'none' && again !== passphrase && { again: t('key.againFault') }),
          ...(missing !== undefined && { confirm: missing }),
        };
      }}
      send={async (body, _, { confirm }) => {
        try {
          return await protecting.mutateAsync({ body, confirm: keyIn(confirm) });
        } finally {
          // What was sent is kept by nobody but this form.
          protecting.reset();
        }
      }}
    >
      {(form) => (
        <>
          <ul className="pd-flush pd-grid pd-gap-4 pd-grid-size pd-pretty pd-indented">
            <li>{t('protect.meansCopies')}</li>
            <li>{t('protect.meansStart')}</li>
            <li>{t('protect.meansLost')}</li>
          </ul>
          {isSealed && (
            <>
              <PasswordField
                label={t('protect.current')}
                autoComplete="current-password"
                data-autofocus
                visibilityToggleButtonProps={toggle}
                {...form.getInputProps('current')}
              />
              <SegmentedControl
                aria-label={t('protect.title')}
                data={[
                  { value: 'passphrase', label: t('protect.another') },
                  { value: 'none', label: t('protect.none') },
                ]}
                {...form.getInputProps('form')}
              />
            </>
          )}
          {form.values.form === 'passphrase' && (
            <>
              <PasswordField
                label={t('key.passphrase')}
                description={t('key.passphraseHint', {
                  count: signingKeyLimits.passphrase.minimum,
                })}
                autoComplete="new-password"
                data-autofocus={!isSealed || undefined}
                visibilityToggleButtonProps={toggle}
                {...form.getInputProps('passphrase')}
              />
              <PasswordField
                label={t('key.again')}
                autoComplete="new-password"
                visibilityToggleButtonProps={toggle}
                {...form.getInputProps('again')}
              />
            </>
          )}
          <ConfirmationField way={way} {...form.getInputProps('confirm')} />
        </>
      )}
    </FormDialog>
  );
}
