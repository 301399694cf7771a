/** A form in a dialog: its marked field has the focus as it appears, Ctrl+Enter submits from anywhere. */
import { useCallback } from 'react';

/**
 * A ref for the form. The dialog itself looks for `data-autofocus` only when it opens; a form that
 * comes later, after something was read or as the next step, has to ask for the focus by itself.
 */
export function useDialogForm(): (form: HTMLElement | null) => (() => void) | undefined {
  return useCallback((form) => {
    if (form === null) return undefined;
    // After the dialog's own trap, which would take it back.
    const timer = setTimeout(() => {
      form.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    }, 0);
    const submit = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (form instanceof HTMLFormElement) form.requestSubmit();
    };
    form.addEventListener('keydown', submit);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('keydown', submit);
    };
  }, []);
}
