/** Asks who is there before the signing key leaves or is replaced: a browser's session alone is not enough. */
import { useState, type ReactNode } from 'react';
import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useServer } from '../api/server.ts';
import form from '../ui/form/form.module.css';

/** `none` in the window of the application, `key` where this start has an API key, otherwise `elsewhere`. */
type Way = 'none' | 'key' | 'elsewhere';

export interface Confirmation {
  readonly way: Way;
  /** What was typed; undefined where nothing is asked. */
  readonly key: string | undefined;
  readonly type: (key: string) => void;
  readonly isMissing: boolean;
}

/** Confirmation that has to be sent besides, and the state of its field. */
export function useConfirmation(): Confirmation {
  const isBrowser = globalThis.location.protocol !== 'app:';
  const server = useServer(isBrowser);
  const [typed, type] = useState('');
  let way: Way = 'none';
  if (isBrowser) way = server.data?.managed === true ? 'elsewhere' : 'key';
  const isKey = way === 'key';
  return { way, key: isKey ? typed : undefined, type, isMissing: isKey && typed === '' };
}

export function ConfirmationField({
  confirmation: { way, key, type },
  fault,
}: {
  confirmation: Confirmation;
  fault?: ReactNode;
}) {
  const { t } = useTranslation('common');
  if (way === 'none') return null;
  if (way === 'elsewhere') return <p className={form.text}>{t('confirmation.elsewhere')}</p>;
  return (
    <PasswordInput
      label={t('confirmation.label')}
      description={t('confirmation.hint')}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('confirmation.show') }}
      value={key ?? ''}
      error={fault}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
