/** The session of this browser is over: signing in again in place, over everything that is open. */
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { Button, FocusTrap } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SignInProblem } from '../../shared/contract/sign-in.ts';
import { engineStore, useEngineState } from '../api/engine-state.ts';
import { useHeldChanges } from '../api/held-calls.ts';
import { signIn } from '../api/sign-in.ts';
import { useWorkspace } from '../api/workspace.ts';
import { notify } from '../state/notices.ts';
import form from '../ui/form/form.module.css';
import { PasswordField } from '../ui/form/password-field.tsx';
import classes from './sign-in-again.module.css';

/**
 * Keeps Escape from the dialogs below, which listen on the window as this does: called before any of them
 * is drawn, it hears first.
 */
export function guardSignIn(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || engineStore.getState().status !== 'signed-out') return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

export function SignInAgain() {
  const { status } = useEngineState();
  useElsewhere();
  return status === 'signed-out' ? <SignInDialog /> : null;
}

/** Says it where another ledger is open now than before the session was over. */
function useElsewhere(): void {
  const { t } = useTranslation('shell');
  const { status, since, isElsewhere } = useEngineState();
  const { data: workspace, dataUpdatedAt } = useWorkspace();
  const told = useRef(0);
  const kind = dataUpdatedAt > since ? workspace?.kind : undefined;
  useEffect(() => {
    if (status !== 'up' || !isElsewhere || kind === undefined || told.current === since) return;
    told.current = since;
    notify({ title: t('signIn.elsewhere', { name: t(`workspace.${kind}`) }), tone: 'bad' });
  }, [status, since, isElsewhere, kind, t]);
}

type Trouble = SignInProblem | 'empty' | 'unanswered';

/** A dialog of the browser's own: everything else is out of reach, and the focus goes back by itself. */
function SignInDialog() {
  const { t } = useTranslation('shell');
  const { signInWay: way } = useEngineState();
  const waiting = useHeldChanges();
  const [typed, setTyped] = useState('');
  const [trouble, setTrouble] = useState<Trouble>();
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = async () => {
    if (isSending) return;
    let found: Trouble | undefined = typed.trim() === '' ? 'empty' : undefined;
    if (found === undefined) {
      setSending(true);
      found = await signIn(typed).catch((): Trouble => 'unanswered');
    }
    // Once let in, the button waits for the stream, which ends this dialog.
    if (found === undefined) return;
    setSending(false);
    setTrouble(found);
    field.current?.focus();
    field.current?.select();
  };
  return (
    <dialog
      ref={showOverAll}
      className={classes.dialog}
      aria-labelledby="sign-in-again-title"
      aria-describedby="sign-in-again-text"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="sign-in-again-title" className={classes.title}>
        <IconKey size={18} stroke={1.75} aria-hidden="true" />
        {t('signIn.title')}
      </h2>
      <FocusTrap>
        <form
          className={classes.body}
          noValidate
          onSubmit={(event: SyntheticEvent) => {
            event.preventDefault();
            void submit();
          }}
        >
          <div id="sign-in-again-text" className={form.form}>
            <p className={form.text}>{t('signIn.text')}</p>
            {waiting > 0 && (
              <p className="pd-flush pd-strong pd-pretty">
                {t('signIn.waiting', { count: waiting })}
              </p>
            )}
          </div>
          <PasswordField
            ref={field}
            data-autofocus
            label={t(`signIn.label.${way}`)}
            description={t(`signIn.hint.${way}`)}
            autoComplete="off"
            spellCheck={false}
            visibilityToggleButtonProps={{ 'aria-label': t('signIn.show') }}
            value={typed}
            error={trouble === undefined ? undefined : t(`signIn.problems.${trouble}`)}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setTrouble(undefined);
            }}
          />
          <div className={form.actions}>
            <Button type="submit" variant="filled" loading={isSending}>
              {t('signIn.submit')}
            </Button>
          </div>
        </form>
      </FocusTrap>
    </dialog>
  );
}

/** Once it is closed, what had the focus has it again, and takes what is typed where its cursor was. */
function showOverAll(dialog: HTMLDialogElement | null): (() => void) | undefined {
  if (dialog === null) return undefined;
  const { activeElement: before } = document;
  const cursor = cursorOf(before);
  dialog.showModal();
  return () => {
    dialog.close();
    if (document.activeElement !== before || !(before instanceof HTMLElement)) return;
    // Chromium gives back the focus without a cursor: keys would go nowhere.
    if (cursor !== undefined) cursor.field.setSelectionRange(cursor.start, cursor.end);
    else if (before !== document.body) {
      before.blur();
      before.focus({ preventScroll: true });
    }
  };
}

/** Where the next key writes; undefined in what has no cursor, such as a field for a number. */
function cursorOf(field: Element | null) {
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!isText || field.selectionStart === null) return undefined;
  return { field, start: field.selectionStart, end: field.selectionEnd };
}
