/** Gives a screen that has just opened the focus, unless something lies over it that was asked for. */

/** A dialog keeps the focus: the palette may be open while the screen behind it is still loading. */
export function focusScreen(element: HTMLElement | null): void {
  if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
  element?.focus({ preventScroll: true });
}
