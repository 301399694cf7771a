/** Asks who is there before the signing key leaves or is replaced: a browser's session alone is not enough. */
import type { PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useServer } from '../api/server.ts';
import { PasswordField } from './form/password-field.tsx';
import layout from './form/form.module.css';
import { useHeld } from './form/use-held.ts';

/** `none` in the window of the application, `key` where this start has an API key, otherwise `elsewhere`. */
type ConfirmationWay = 'none' | 'key' | 'elsewhere';

export interface Confirmation {
  readonly way: ConfirmationWay;
  /** The words at the field where nothing is typed that has to be. */
  readonly faultOf: (typed: string) => string | undefined;
  /** The key that is sent besides; undefined where none is asked for. */
  readonly keyIn: (typed: string) => string | undefined;
}

export function useConfirmation(): Confirmation {
  const { t } = useTranslation('common');
  const isBrowser = globalThis.location.protocol !== 'app:';
  const server = useServer(isBrowser);
  let way: ConfirmationWay = 'none';
  if (isBrowser) way = server.data?.managed === true ? 'elsewhere' : 'key';
  const isKey = way === 'key';
  return {
    way,
    faultOf: (typed) => (isKey && typed === '' ? t('confirmation.missing') : undefined),
    keyIn: (typed) => (isKey ? typed : undefined),
  };
}

/** A field of a form; where it is confirmed elsewhere, the form is held. */
export function ConfirmationField({
  way,
  ...input
}: { readonly way: ConfirmationWay } & PasswordInputProps) {
  const { t } = useTranslation('common');
  useHeld(way === 'elsewhere');
  if (way === 'none') return null;
  if (way === 'elsewhere') return <p className={layout.text}>{t('confirmation.elsewhere')}</p>;
  return (
    <PasswordField
      label={t('confirmation.label')}
      description={t('confirmation.hint')}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('confirmation.show') }}
      {...input}
    />
  );
}
