/** A dialog with fields. Nothing typed is lost unasked, Ctrl+Enter sends from anywhere, faults are at their fields. */
import {
  useEffect,
  useImperativeHandle,
  useReducer,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { FormBody } from './form-body.tsx';
import { useApiForm, type ApiForm, type ApiFormOptions, type Form } from './use-api-form.ts';
import { Holding } from './use-held.ts';
import type { Meanwhile } from './use-meanwhile.ts';
import classes from './form.module.css';

/** The step after sending, with buttons of its own. */
export interface NextStep {
  readonly title?: string;
  /** Left by its own buttons alone: it is not shown a second time. */
  readonly isShownOnce?: boolean;
  readonly children: ReactNode;
}

export interface FormDialogProps<Values, Body, Answer> extends ApiFormOptions<
  Values,
  Body,
  Answer
> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Words of the button that sends. */
  readonly submit: string;
  /** Words of the button that closes, where "Cancel" would name what the form does. */
  readonly cancel?: string | undefined;
  /** Title of a refusal. */
  readonly failed: string;
  /** A line beside the buttons. */
  readonly note?: string | undefined;
  /** Buttons at the other end of the foot, which fill the form in or ask something else with its values. */
  readonly renderTools?: ((form: Form<Values>, state: Judging) => ReactNode) | undefined;
  /** What another person changed; once it was seen, the fields that nobody typed in hold it. */
  readonly meanwhile?:
    | (Pick<Meanwhile<unknown>, 'changed' | 'onSeen'> & { readonly isGone?: boolean })
    | undefined;
  /** Stands in place of the form once it was sent. */
  readonly next?: NextStep | undefined;
  /** Width in px at a zoom of 100 %. */
  readonly size?: number | undefined;
  readonly children: (form: Form<Values>) => ReactNode;
}

type Judging = Pick<ApiForm<unknown>, 'validate' | 'fail'>;

/** Asks to close a dialog: at once where nothing was typed, after a question otherwise. */
type AskToClose = () => void;

/** A press beside the dialog never closes it; Escape and × ask where something was typed. */
export function FormDialog<Values extends object, Body, Answer>(
  props: FormDialogProps<Values, Body, Answer>,
) {
  const { next, onClose } = props;
  const mayLeave = next?.isShownOnce !== true;
  const { t } = useTranslation('common');
  const askToClose = useRef<AskToClose>(null);
  return (
    <Modal
      opened={props.opened}
      onClose={() => (askToClose.current ?? onClose)()}
      closeOnClickOutside={false}
      closeOnEscape={mayLeave}
      withCloseButton={mayLeave}
      title={next?.title ?? props.title}
      size={props.size ?? 480}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {next === undefined ? (
        <FormInDialog {...props} ref={askToClose} />
      ) : (
        <AfterForm>{next.children}</AfterForm>
      )}
    </Modal>
  );
}

/** Moves the focus to its marked button as it appears: a dialog looks for one only when it opens. */
function AfterForm({ children }: { readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return (
    <div ref={element} className={classes.form}>
      {children}
    </div>
  );
}

function FormInDialog<Values extends object, Body, Answer>({
  ref,
  onClose,
  submit,
  cancel,
  failed,
  note,
  renderTools,
  meanwhile,
  children,
  ...options
}: FormDialogProps<Values, Body, Answer> & { ref: Ref<AskToClose> }) {
  const { t } = useTranslation('common');
  const state = useApiForm(options);
  const { form, element, isSending, takeOver } = state;
  const [holds, hold] = useReducer((count: number, by: 1 | -1) => count + by, 0);
  const [isAsking, setAsking] = useState(false);
  const before = useRef<HTMLElement>(null);
  const stay = () => {
    setAsking(false);
    before.current?.focus();
  };
  useImperativeHandle(ref, () => () => {
    if (isSending) return;
    if (isAsking) stay();
    else if (form.isDirty()) {
      const { activeElement } = document;
      const isInside = element.current?.contains(activeElement) ?? false;
      before.current = isInside && activeElement instanceof HTMLElement ? activeElement : null;
      setAsking(true);
    } else onClose();
  });
  return (
    <FormBody state={state} failed={failed} mayBeSent={!isAsking && holds === 0}>
      {meanwhile !== undefined && (
        <ChangedMeanwhile
          {...meanwhile}
          onSeen={() => {
            takeOver();
            meanwhile.onSeen();
          }}
        />
      )}
      <Holding value={hold}>{children(form)}</Holding>
      {isAsking ? (
        // A key of its own: the pressed button would else become the one that sends, and send.
        <div
          key="leave"
          className={classes.actions}
          role="alertdialog"
          aria-label={t('leave.title')}
        >
          <span className={classes.actionsNote}>
            {t('leave.title')} {t('leave.text')}
          </span>
          <Button onClick={onClose}>{t('leave.leave')}</Button>
          <Button ref={(button) => button?.focus()} variant="filled" onClick={stay}>
            {t('leave.stay')}
          </Button>
        </div>
      ) : (
        <div key="send" className={classes.actions}>
          {renderTools !== undefined && (
            <div className={classes.tools}>{renderTools(form, state)}</div>
          )}
          {note !== undefined && <span className={classes.actionsNote}>{note}</span>}
          <Button disabled={isSending} onClick={onClose}>
            {cancel ?? t('cancel')}
          </Button>
          <Button type="submit" variant="filled" loading={isSending} disabled={holds > 0}>
            {submit}
          </Button>
        </div>
      )}
    </FormBody>
  );
}
