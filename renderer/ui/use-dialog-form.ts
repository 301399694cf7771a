/** A form in a dialog: its marked field has the focus as it appears, Ctrl+Enter submits from anywhere. */
import { useCallback } from 'react';

/**
 * A ref for the form. The dialog itself looks for `data-autofocus` only when it opens; a form that
 * comes later, after something was read or as the next step, has to ask for the focus by itself.
 */
export function useDialogForm(): (form: HTMLElement | null) => (() => void) | undefined {
  return useCallback((form) => {
    if (form === null) return undefined;
    const focusMarked = () => form.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // At once, so that the next key is not lost, and again where the dialog's own trap took it away.
    focusMarked();
    const timer = setTimeout(() => {
      if (!form.contains(document.activeElement)) focusMarked();
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
