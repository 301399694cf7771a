/** A form inside of a form: sent by itself, while the form around it waits until it is over. */
import { useEffect, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { Refusal } from './refusal.tsx';
import { useApiForm, type ApiFormOptions, type Form } from './use-api-form.ts';
import { useHeld } from './use-held.ts';
import classes from './form.module.css';

/** HTML knows no form within a form: its element is a group, and Enter in a field sends it alone. */
export function FormPart<Values extends object, Body, Answer>({
  label,
  submit,
  failed,
  leave,
  stop,
  children,
  ...options
}: ApiFormOptions<Values, Body, Answer> & {
  readonly label: string;
  readonly submit: string;
  /** Title of a refusal. */
  readonly failed: string;
  /** Words of the button that leaves it, and what that does. */
  readonly leave?: { readonly words: string; readonly onLeave: () => void };
  /** Words of the button that gives up what was sent while its answer is waited for, and what that does. */
  readonly stop?: { readonly words: string; readonly onStop: () => void };
  readonly children: (form: Form<Values>) => ReactNode;
}) {
  const { form, element, attach, failure, others, isSending, submit: send } = useApiForm(options);
  useHeld(true);
  useEffect(() => {
    // Whoever goes through choices by the keys, one of which it came with, goes on there.
    if (document.activeElement?.matches('input[type="radio"]') === true) return;
    element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [element]);
  const sendByKey = (event: KeyboardEvent) => {
    // A list of choices takes Enter for itself, and so does a button.
    if (event.key !== 'Enter' || event.defaultPrevented) return;
    if (event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) send();
  };
  return (
    <div role="presentation" className={classes.whole} onKeyDown={sendByKey}>
      <div ref={attach} className={classes.group} role="group" aria-label={label}>
        <Refusal title={failed} failure={failure} others={others} />
        {children(form)}
        <div className={classes.actions}>
          {stop !== undefined && isSending && <Button onClick={stop.onStop}>{stop.words}</Button>}
          {leave !== undefined && (
            <Button disabled={isSending} onClick={leave.onLeave}>
              {leave.words}
            </Button>
          )}
          <Button loading={isSending} onClick={send}>
            {submit}
          </Button>
        </div>
      </div>
    </div>
  );
}
