/** Why something is done that cannot be taken back: the field has the focus, and what it holds is kept. */
import { Textarea, type TextareaProps } from '@mantine/core';
import type { FaultsByField } from './use-api-form.ts';

export function ReasonField(props: TextareaProps) {
  return <Textarea required data-autofocus autosize minRows={2} maxRows={6} {...props} />;
}

/** Checks a form with a reason: blanks alone are none. */
export function checkReason(missing: string) {
  return ({ reason }: { readonly reason: string }): FaultsByField =>
    reason.trim() === '' ? { reason: missing } : {};
}
