/** The `<form>` of a dialog or a page: keys that send it, why it was refused, then its fields. */
import { useEffect, type KeyboardEvent, type ReactNode } from 'react';
import type { ApiFailure } from '../../api/client.ts';
import { Refusal } from './refusal.tsx';
import { Holding } from './use-held.ts';
import type { ApiForm } from './use-api-form.ts';
import classes from './form.module.css';

/** Words of one refusal, or of each. */
export type RefusalTitle = string | ((failure: ApiFailure | undefined) => string);

/** Fields of a step that is not looked at are there, though not seen. */
function focusMarked(form: HTMLElement | null): void {
  const marked = form?.querySelectorAll<HTMLElement>('[data-autofocus]') ?? [];
  [...marked].find((each) => each.checkVisibility())?.focus();
}

export function FormBody<Values>({
  state: { element, attach, failure, others, isReviewing, isSending, isHeld, hold, submit },
  failed,
  isAsked = false,
  className = classes.form,
  children,
}: {
  readonly state: ApiForm<Values>;
  readonly failed: RefusalTitle;
  /** A question about the form itself waits for its answer. */
  readonly isAsked?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  // A dialog looks for its marked field only when it opens; a form or step that comes later asks by itself.
  useEffect(() => focusMarked(element.current), [element, isReviewing]);
  // A pressed button cannot hold the focus while the form is being sent.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isSending && isLost) focusMarked(element.current);
  }, [element, isSending]);
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
        <Holding value={hold}>{children}</Holding>
      </form>
    </div>
  );
}
