/** A dialog with fields. Nothing typed is lost unasked, Ctrl+Enter sends from anywhere, faults are at their fields. */
import {
  Activity,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { notify } from '../../state/notices.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { FormBody, type RefusalTitle } from './form-body.tsx';
import { useApiForm, type ApiForm, type ApiFormOptions, type Form } from './use-api-form.ts';
import type { Meanwhile } from './use-meanwhile.ts';
import classes from './form.module.css';

/** Stands in place of a form, with buttons of its own: before what it begins with is read, or once it was sent. */
export interface InsteadOfForm {
  readonly title?: string;
  /** Left by its own buttons alone: it is not shown a second time. */
  readonly isShownOnce?: boolean;
  readonly children: ReactNode;
}

/** A last look before what cannot be undone: the form's button leads to it, its own button sends. */
export interface LastLook<Values> {
  /** Words of the button that sends. */
  readonly submit: string;
  readonly icon?: ReactNode;
  /** Words of the button that leads back to the fields. */
  readonly back: string;
  /** Comes first, where nothing needs to be typed. */
  readonly isFirst?: boolean;
  readonly children: (values: Values, state: Pick<ApiForm<Values>, 'back' | 'settle'>) => ReactNode;
}

/** Props of every dialog. */
export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export interface FormDialogProps<Values, Body, Answer>
  extends Omit<ApiFormOptions<Values, Body, Answer>, 'onDone'>, DialogProps {
  /** Words of the notice once it was sent. */
  readonly told?: (answer: Answer) => string;
  /** What is done with the answer; the dialog closes unless told. */
  readonly onDone?: (answer: Answer) => void;
  readonly title: string;
  /** Words of the button that sends, or leads to the last look. */
  readonly submit: string;
  /** Words of the button that closes, where "Cancel" would name what the form does. */
  readonly cancel?: string | undefined;
  /** Title of a refusal. */
  readonly failed: RefusalTitle;
  /** Something that it is about is still being read. */
  readonly isWaiting?: boolean | undefined;
  /** What it does is done on this computer: also while a server elsewhere does not answer. */
  readonly worksAway?: boolean | undefined;
  /** A line beside the buttons. */
  readonly note?: string | undefined;
  /** Buttons at the other end of the foot, which fill the form in or ask something else with its values. */
  readonly renderTools?: ((form: Form<Values>, state: Judging) => ReactNode) | undefined;
  /** What another person changed; once it was seen, the fields that nobody typed in hold it. */
  readonly meanwhile?:
    | (Pick<Meanwhile<unknown>, 'changed' | 'onSeen'> & {
        readonly isGone?: boolean;
        /** Where nothing was typed, it is simply what there is. */
        readonly isFollowed?: boolean;
      })
    | undefined;
  readonly instead?: InsteadOfForm | undefined;
  readonly review?: LastLook<Values> | undefined;
  /** Width in px at a zoom of 100 %; `large` is as wide and high as the window lets it, with a foot in sight. */
  readonly size?: number | 'large' | undefined;
  readonly children: (form: Form<Values>) => ReactNode;
}

const large = {
  size: 'min(60rem, 94vw)',
  classNames: { content: classes.modal ?? '', body: 'pd-modal-body' },
};

type Judging = Pick<ApiForm<unknown>, 'validate' | 'fail'>;

/** Asks to close a dialog: at once where nothing was typed, after a question otherwise. */
type AskToClose = () => void;

/** A press beside the dialog never closes it; Escape and × ask where something was typed. */
export function FormDialog<Values extends object, Body, Answer>(
  props: FormDialogProps<Values, Body, Answer>,
) {
  const { instead, onClose } = props;
  const mayLeave = instead?.isShownOnce !== true;
  const { t } = useTranslation('common');
  const askToClose = useRef<AskToClose>(null);
  return (
    <Modal
      opened={props.opened}
      onClose={() => (askToClose.current ?? onClose)()}
      closeOnClickOutside={false}
      closeOnEscape={mayLeave}
      withCloseButton={mayLeave}
      title={instead?.title ?? props.title}
      {...(props.size === 'large' ? large : { size: props.size ?? 480 })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {instead === undefined ? (
        <FormInDialog {...props} ref={askToClose} />
      ) : (
        <InsteadOf>{instead.children}</InsteadOf>
      )}
    </Modal>
  );
}

/** Moves the focus to its marked button as it appears: a dialog looks for one only when it opens. */
function InsteadOf({ children }: { readonly children: ReactNode }) {
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
  told,
  onDone,
  failed,
  meanwhile,
  children,
  ...props
}: FormDialogProps<Values, Body, Answer> & { ref: Ref<AskToClose> }) {
  const state = useApiForm({
    ...props,
    isFollowed: meanwhile !== undefined,
    onDone: (answer) => {
      if (told !== undefined) notify({ title: told(answer) });
      if (onDone === undefined) onClose();
      else onDone(answer);
    },
  });
  const { form, element, isSending, isReviewing, takeOver } = state;
  const [isAsking, setAsking] = useState(false);
  const before = useRef<HTMLElement>(null);
  const stay = () => {
    setAsking(false);
    before.current?.focus();
  };
  useImperativeHandle(ref, () => () => {
    if (isSending) return;
    if (isAsking) stay();
    else if (form.isDirty() && props.keep === undefined) {
      const { activeElement } = document;
      const isInside = element.current?.contains(activeElement) ?? false;
      before.current = isInside && activeElement instanceof HTMLElement ? activeElement : null;
      setAsking(true);
    } else onClose();
  });
  const isLarge = props.size === 'large';
  const see = () => {
    takeOver();
    meanwhile?.onSeen();
  };
  const isTaken = meanwhile?.isFollowed === true && meanwhile.changed.length > 0 && !form.isDirty();
  useEffect(() => {
    if (isTaken) see();
  });
  return (
    <FormBody
      state={state}
      failed={failed}
      isAsked={isAsking || props.isWaiting === true}
      worksAway={props.worksAway}
      className={isLarge ? classes.large : undefined}
    >
      <div className={isLarge ? classes.scrolled : classes.whole}>
        {meanwhile !== undefined && !isTaken && <ChangedMeanwhile {...meanwhile} onSeen={see} />}
        <Activity mode={isReviewing ? 'hidden' : 'visible'}>{children(form)}</Activity>
        {isReviewing && props.review?.children(form.values, state)}
      </div>
      {isAsking ? (
        // A key of its own: the pressed button would else become the one that sends, and send.
        <LeaveQuestion key="leave" onLeave={onClose} onStay={stay} />
      ) : (
        <Foot key="send" {...props} state={state} onCancel={onClose} />
      )}
    </FormBody>
  );
}

/** Stands in the foot's place until it is answered. */
function LeaveQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation('common');
  return (
    <div className={classes.actions} role="alertdialog" aria-label={t('leave.title')}>
      <span className={classes.actionsNote}>
        {t('leave.title')} {t('leave.text')}
      </span>
      <Button onClick={onLeave}>{t('leave.leave')}</Button>
      <Button ref={(button) => button?.focus()} variant="filled" onClick={onStay}>
        {t('leave.stay')}
      </Button>
    </div>
  );
}

function Foot<Values, Body, Answer>({
  state,
  isWaiting = false,
  onCancel,
  submit,
  cancel,
  note,
  renderTools,
  review,
}: Pick<
  FormDialogProps<Values, Body, Answer>,
  'submit' | 'cancel' | 'note' | 'renderTools' | 'review' | 'isWaiting'
> & {
  readonly state: ApiForm<Values>;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation('common');
  const { form, isSending, isHeld, isReviewing, back } = state;
  const look = isReviewing ? review : undefined;
  return (
    <div className={classes.actions}>
      {look !== undefined && (
        <div className={classes.tools}>
          <Button disabled={isSending} onClick={back}>
            {look.back}
          </Button>
        </div>
      )}
      {look === undefined && renderTools !== undefined && (
        <div className={classes.tools}>{renderTools(form, state)}</div>
      )}
      {look === undefined && note !== undefined && (
        <span className={classes.actionsNote}>{note}</span>
      )}
      <Button disabled={isSending} onClick={onCancel}>
        {cancel ?? t('cancel')}
      </Button>
      <Button
        type="submit"
        variant="filled"
        leftSection={look?.icon}
        loading={isSending || isWaiting}
        disabled={isHeld}
        data-autofocus={look !== undefined || undefined}
      >
        {look?.submit ?? submit}
      </Button>
    </div>
  );
}
