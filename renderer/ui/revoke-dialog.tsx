/** The last word before a dataset is withdrawn or a session revoked; only the first reason is kept. */
import { useState, type ReactNode } from 'react';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { revokeSchema, type Revoke } from '../../shared/contract/datasets.ts';
import { showHidden } from '../../shared/hidden-text.ts';
import { notify } from '../state/notices.ts';
import { FormDialog, type DialogProps } from './form/form-dialog.tsx';
import layout from './form/form.module.css';
import { checkReason, ReasonField } from './form/reason-field.tsx';
import { Instant } from './instant.tsx';

/** What was revoked, as the API answers it. */
interface Revoked {
  readonly revoked_at?: string | undefined;
  readonly revoked_by?: string | undefined;
  readonly revocation_reason?: string | undefined;
}

interface RevokeWords {
  readonly title: string;
  readonly submit: string;
  readonly failed: string;
  readonly done: string;
  readonly reason: string;
  readonly reasonHint: string;
  readonly reasonMissing: string;
  readonly by: string;
  readonly byHint: string;
}

/** Without a name the holder is the one who does it. */
function bodyOf({ reason, revoked_by }: { reason: string; revoked_by: string }): Revoke {
  const by = revoked_by.trim();
  return { reason: reason.trim(), ...(by === '' ? {} : { revoked_by: by }) };
}

export function RevokeDialog({
  opened,
  onClose,
  words,
  send,
  children,
}: DialogProps & {
  readonly words: RevokeWords;
  readonly send: (body: Revoke, idempotencyKey: string) => Promise<Revoked>;
  /** What it means, above the fields. */
  readonly children: ReactNode;
}) {
  /** The revocation that was there before. */
  const [first, setFirst] = useState<Revoked>();
  const close = () => {
    onClose();
    setFirst(undefined);
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={words.title}
      size={500}
      instead={first && { children: <RevokedBefore {...first} onClose={close} /> }}
      submit={words.submit}
      failed={words.failed}
      initial={{ reason: '', revoked_by: '' }}
      bodyOf={bodyOf}
      schema={revokeSchema}
      check={checkReason(words.reasonMissing)}
      send={async (body, idempotencyKey) => {
        const revoked = await send(body, idempotencyKey);
        const { revocation_reason: reason = body.reason, revoked_by: by } = revoked;
        const isOurs = reason === body.reason && (body.revoked_by ?? by) === by;
        return isOurs ? undefined : revoked;
      }}
      onDone={(before) => {
        if (before !== undefined) {
          setFirst(before);
          return;
        }
        notify({ title: words.done });
        close();
      }}
    >
      {(form) => (
        <>
          {children}
          <ReasonField
            label={words.reason}
            placeholder={words.reasonHint}
            {...form.getInputProps('reason')}
          />
          <TextInput
            label={words.by}
            placeholder={words.byHint}
            autoComplete="off"
            {...form.getInputProps('revoked_by')}
          />
        </>
      )}
    </FormDialog>
  );
}

function RevokedBefore({
  revoked_at: at,
  revoked_by: by = '',
  revocation_reason: reason = '',
  onClose,
}: Revoked & { readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <>
      <div role="status">
        <strong>{t('revokedBefore.title', { who: showHidden(by) })}</strong>
        <p className={layout.text}>{t('revokedBefore.text')}</p>
        <p>
          <bdi>{showHidden(reason)}</bdi>
        </p>
        {at !== undefined && (
          <p className={layout.hint}>
            <Instant at={at} withZone />
          </p>
        )}
      </div>
      <div className={layout.actions}>
        <Button variant="filled" data-autofocus onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </>
  );
}
