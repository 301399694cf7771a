/** Gives a screen that has just opened the focus, unless something lies over it that was asked for. */
import { rememberFocus, topDialog } from './kept-focus.ts';

/** A dialog keeps the focus: the palette may be open while the screen behind it is still loading. */
export function focusScreen(element: HTMLElement | null): void {
  if (element === null) return;
  if (topDialog() === undefined) element.focus({ preventScroll: true });
  else rememberFocus(element);
}
