/** A new passphrase, typed twice, and what becomes of a key whose passphrase is lost. */
import { useTranslation } from 'react-i18next';
import { passphraseLimits } from '../../../signing/new-key.ts';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import layout from '../../../ui/form/form.module.css';
import type { FaultsByField, Form } from '../../../ui/form/use-api-form.ts';

export interface NewPassphraseText {
  readonly passphrase: string;
  readonly again: string;
}

/** Faults of what was typed, by field. */
export function usePassphraseCheck() {
  const { t } = useTranslation('people');
  const { minimum, maximum } = passphraseLimits;
  return ({ passphrase, again }: NewPassphraseText): FaultsByField => {
    const { length } = passphrase.normalize('NFKC');
    return {
      ...(length < minimum && { passphrase: t('passphrase.short', { count: minimum }) }),
      ...(length > maximum && { passphrase: t('passphrase.long', { count: maximum }) }),
      ...(again !== passphrase && { again: t('passphrase.differs') }),
    };
  };
}

export function NewPassphrase({
  getInputProps,
}: {
  readonly getInputProps: Form<NewPassphraseText>['getInputProps'];
}) {
  const { t } = useTranslation(['people', 'signing']);
  const plain = {
    required: true,
    autoComplete: 'new-password',
    spellCheck: false,
    visibilityToggleButtonProps: { 'aria-label': t('show', { ns: 'signing' }) },
  };
  return (
    <>
      <div className={layout.row}>
        <PasswordField
          label={t('passphrase.label')}
          description={t('passphrase.hint', { count: passphraseLimits.minimum })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...plain}
          {...getInputProps('passphrase')}
        />
        <PasswordField label={t('passphrase.again')} {...plain} {...getInputProps('again')} />
      </div>
      <p className={layout.text}>{t('passphrase.lost')}</p>
    </>
  );
}
