/** The `<form>` of a dialog or a page: keys that send it, why it was refused, then its fields. */
import { useEffect, type KeyboardEvent, type ReactNode } from 'react';
import type { ApiFailure } from '../../api/client.ts';
import { HeldWhileAway } from './held-while-away.tsx';
import { Refusal } from './refusal.tsx';
import { Holding } from './use-held.ts';
import type { ApiForm } from './use-api-form.ts';
import classes from './form.module.css';

/** Words of one refusal, or of each. */
export type RefusalTitle = string | ((failure: ApiFailure | undefined) => string);

function isReady(field: HTMLElement): boolean {
  // Fields of a step that is not looked at are there, though not seen.
  return field.checkVisibility() && !field.matches(':disabled');
}

/** The first field of a form; of several choices the one that is made. */
function firstField(form: HTMLElement): HTMLElement | undefined {
  const fields = form.querySelectorAll<HTMLElement>('input:not([type="hidden"]), textarea, select');
  const first = [...fields].find(isReady);
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first;
  const made = `input[name="${CSS.escape(first.name)}"]:checked`;
  return form.querySelector<HTMLElement>(made) ?? first;
}

/** Puts the focus on the marked field; in a dialog without one on the first, or on the form: keys are heard there. */
function focusMarked(form: HTMLElement | null): void {
  const marked = [...(form?.querySelectorAll<HTMLElement>('[data-autofocus]') ?? [])].find(isReady);
  if (marked !== undefined || form === null) {
    marked?.focus();
    return;
  }
  if (form.closest('[role="dialog"]') === null) return;
  const first = firstField(form) ?? form;
  if (first === form) form.tabIndex = -1;
  // The dialog itself looks for the mark a moment later, and would else take its button to close.
  first.dataset['autofocus'] = 'true';
  first.focus();
}

export function FormBody<Values>({
  state: { element, attach, failure, others, isReviewing, isSending, isHeld, hold, submit },
  failed,
  isAsked = false,
  worksAway = false,
  className = classes.form,
  children,
}: {
  readonly state: ApiForm<Values>;
  readonly failed: RefusalTitle;
  /** A question about the form itself waits for its answer. */
  readonly isAsked?: boolean;
  /** What it does is done on this computer: also while a server elsewhere does not answer. */
  readonly worksAway?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  // A dialog looks for its marked field only when it opens; a form or step that comes later asks by itself.
  useEffect(() => focusMarked(element.current), [element, isReviewing]);
  // A button that cannot be pressed, while the form is being sent or held, cannot have the focus either.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isSending && !isHeld && isLost) focusMarked(element.current);
  }, [element, isSending, isHeld]);
  const mayBeSent = !isAsked && !isHeld;
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (mayBeSent && !event.repeat) submit();
  };
  return (
    <div role="presentation" className={classes.whole} onKeyDown={sendByKey}>
      <form
        ref={attach}
        className={className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (mayBeSent) submit();
        }}
      >
        <Refusal
          title={typeof failed === 'string' ? failed : failed(failure)}
          failure={failure}
          others={others}
        />
        <Holding value={hold}>
          {!worksAway && <HeldWhileAway />}
          {children}
        </Holding>
      </form>
    </div>
  );
}
