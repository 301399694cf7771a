/**
 * Where the focus goes when what had it is gone: a dialog that closed, the menu that opened it, a row
 * that was taken away. The last place that is still to be seen has it then, never the document.
 */
const kept = 16;
/** Whoever removed what had the focus, or opens something else, comes first. */
const patienceMs = 30;

/** Where the focus was, the newest last. */
let places: HTMLElement[] = [];
/** What has it, or had it before it was lost. */
let holder: HTMLElement | undefined;

/** Names where the focus belongs, for whoever may not take it at once: a dialog lies over it. */
export function rememberFocus(place: HTMLElement): void {
  places = [...places.filter((each) => each !== place), place].slice(-kept);
}

/** Another screen: what is outside it was pressed to come here. */
export function forgetFocusOutside(area: HTMLElement): void {
  places = places.filter((each) => area.contains(each));
}

/** The dialog that lies over everything else; undefined while none does. */
export function topDialog(): HTMLElement | undefined {
  const over = document.querySelector<HTMLElement>('dialog:modal');
  if (over !== null) return over;
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1);
}

function canTakeFocus(place: HTMLElement): boolean {
  return (
    place.isConnected &&
    place.checkVisibility({ visibilityProperty: true }) &&
    !place.matches(':disabled') &&
    place.closest('[inert]') === null
  );
}

function isOnDocument(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

/** Nothing where somebody pressed beside everything: what had the focus is still there then. */
function restore(): void {
  if (!isOnDocument() || holder === undefined || canTakeFocus(holder)) return;
  const dialog = topDialog();
  const last = places.findLast(
    (each) => canTakeFocus(each) && (dialog === undefined || dialog.contains(each)),
  );
  const place = last ?? dialog ?? document.querySelector<HTMLElement>('main');
  place?.focus({ preventScroll: true });
}

/** Watches over the focus of the page; answers what ends that. */
export function keepFocus(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    holder = target;
    rememberFocus(target);
  };
  const observer = new MutationObserver(() => {
    if (timer !== undefined || !isOnDocument()) return;
    timer = setTimeout(() => {
      timer = undefined;
      restore();
    }, patienceMs);
  });
  document.addEventListener('focusin', onFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
  };
}
