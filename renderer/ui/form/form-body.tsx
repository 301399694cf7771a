/** The `<form>` of a dialog or a page: keys that send it, why it was refused, then its fields. */
import { useEffect, type KeyboardEvent, type ReactNode } from 'react';
import { Refusal } from './refusal.tsx';
import type { ApiForm } from './use-api-form.ts';
import classes from './form.module.css';

export function FormBody<Values>({
  state: { element, failure, others, submit },
  failed,
  mayBeSent = true,
  children,
}: {
  readonly state: ApiForm<Values>;
  readonly failed: string;
  /** False while a question about the form itself waits for its answer. */
  readonly mayBeSent?: boolean;
  readonly children: ReactNode;
}) {
  // A dialog looks for its marked field only when it opens; a form that comes later asks by itself.
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [element]);
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (mayBeSent && !event.repeat) submit();
  };
  return (
    <div role="presentation" className={classes.whole} onKeyDown={sendByKey}>
      <form
        ref={element}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (mayBeSent) submit();
        }}
      >
        <Refusal title={failed} failure={failure} others={others} />
        {children}
      </form>
    </div>
  );
}
