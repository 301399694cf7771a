/** Asks once more before something is done that cannot be taken back; what went wrong stays in the dialog. */
import { useState, type ReactNode } from 'react';
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { newIdempotencyKey, toFailure, type ApiFailure } from '../../api/client.ts';
import { useServerAway } from '../../api/workspace.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { FormFailure } from './form-failure.tsx';
import { AwayNote } from './held-while-away.tsx';
import { isOvertaken, type Meanwhile } from './use-meanwhile.ts';
import classes from './form.module.css';

/** Told how it went. */
export interface Outcome {
  readonly onSuccess: () => void;
  readonly onError: (error: unknown) => void;
}

interface Question {
  readonly text: ReactNode;
  /** Below the text: what it comes to, point by point. */
  readonly details?: ReactNode;
  /** What another person changed meanwhile. */
  readonly meanwhile?: Pick<Meanwhile<unknown>, 'changed' | 'onSeen'>;
  /** The title of a failure. */
  readonly failed: string;
  /** What the button says that does it. */
  readonly submit: string;
  readonly isPending: boolean;
  /** What it does is done on this computer: also while a server elsewhere does not answer. */
  readonly worksAway?: boolean;
  readonly onClose: () => void;
  /** Does it, and tells how it went. The dialog closes itself after `onSuccess`. The key is that of the question. */
  readonly onConfirm: (outcome: Outcome, idempotencyKey: string) => void;
}

/** Takes the focus as the question appears: the dialog's trap comes a moment later, and a key pressed meanwhile would go astray. */
function focusAtOnce(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
}

/** The cancelling button has the focus; closed while `question` is undefined. */
export function ConfirmDialog({
  title,
  question,
  onClose,
}: {
  title: string;
  question: Omit<Question, 'onClose'> | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened={question !== undefined}
      onClose={onClose}
      title={title}
      size={480}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {question !== undefined && <Ask {...question} onClose={onClose} />}
    </Modal>
  );
}

function Ask({
  text,
  details,
  meanwhile,
  failed,
  submit,
  isPending,
  worksAway = false,
  onClose,
  onConfirm,
}: Question) {
  const { t } = useTranslation('common');
  const server = useServerAway();
  const away = worksAway ? undefined : server;
  const [failure, setFailure] = useState<ApiFailure>();
  const [idempotencyKey] = useState(newIdempotencyKey);
  return (
    <div className={classes.form}>
      <p className={classes.text}>{text}</p>
      {details}
      {meanwhile !== undefined && <ChangedMeanwhile {...meanwhile} />}
      <FormFailure failure={failure} title={failed} />
      {away !== undefined && <AwayNote server={away} />}
      <div className={classes.actions}>
        <Button data-autofocus ref={focusAtOnce} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          variant="filled"
          loading={isPending}
          disabled={away !== undefined}
          onClick={() =>
            onConfirm(
              {
                onSuccess: onClose,
                onError: (error) => {
                  if (!isOvertaken(error)) setFailure(toFailure(error));
                },
              },
              idempotencyKey,
            )
          }
        >
          {submit}
        </Button>
      </div>
    </div>
  );
}
