/** The keys between a list and the pane beside it. */
import { useEffect, useEffectEvent } from 'react';

/** Escape in the inspector closes it, the left arrow on the pane itself goes back to the grid. */
export function usePaneKeys(
  pane: React.RefObject<HTMLElement | null>,
  open: boolean,
  onClose: () => void,
  onLeave: () => void,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowLeft' && event.target === pane.current) onLeave();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const element = pane.current;
    if (!open || element === null) return undefined;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    element.addEventListener('keydown', listen);
    return () => element.removeEventListener('keydown', listen);
  }, [pane, open]);
}

/** Puts the focus into the inspector, on its chosen tab; until there is one on the pane, and false. */
export function focusPane(pane: HTMLElement | null): boolean {
  const tab = pane?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
  (tab ?? pane)?.focus();
  return tab !== null && tab !== undefined;
}
