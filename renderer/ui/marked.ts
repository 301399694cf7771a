/** The one thing of a list that an address asked for (`mark=…`): scrolled to, focused, marked. */
import { useEffect, useRef, type RefObject } from 'react';
import { useLocation, useSearch } from '@tanstack/react-router';

/** How long a page may take to be whole. */
const settledMs = 2_000;

const controls = 'input:not([type="hidden"]), button, a[href], [role="combobox"]';

/** The id in the address; undefined for none. */
export function useMarkedId(): string | undefined {
  return useSearch({ strict: false, select: ({ mark }) => mark });
}

/** Props of the element of a thing that is to be found: `<tr {...useMark<HTMLTableRowElement>(id)}>`. */
export interface MarkProps<Element extends HTMLElement> {
  readonly ref: RefObject<Element | null>;
  readonly 'data-marked': true | undefined;
  readonly tabIndex: -1 | undefined;
}

/** Tells whether a thing is the one that was asked for; as it is, it gets the focus, or its first control does. */
export function useMarkedElement<Element extends HTMLElement>(
  isMarked: boolean,
  focus: 'itself' | 'control' = 'itself',
): MarkProps<Element> {
  const ref = useRef<Element>(null);
  // Asked for once more, it is shown once more.
  const visit = useLocation({ select: ({ state }) => state.__TSR_key });
  useEffect(() => {
    const element = ref.current;
    if (!isMarked || element === null) return undefined;
    // After the screen took the focus for its heading.
    const show = () => element.scrollIntoView({ block: 'center' });
    // What is still being read above it moves it while it comes.
    const grows = new ResizeObserver(show);
    const timer = setTimeout(() => {
      show();
      grows.observe(element.closest('[role="tabpanel"]')?.firstElementChild ?? element);
      const control = focus === 'control' ? element.querySelector<HTMLElement>(controls) : null;
      (control ?? element).focus({ preventScroll: true });
    });
    const settled = setTimeout(() => grows.disconnect(), settledMs);
    return () => {
      clearTimeout(timer);
      clearTimeout(settled);
      grows.disconnect();
    };
  }, [isMarked, focus, visit]);
  return { ref, 'data-marked': isMarked || undefined, tabIndex: isMarked ? -1 : undefined };
}

/** The same for a thing by its id. */
export function useMark<Element extends HTMLElement>(id: string): MarkProps<Element> {
  return useMarkedElement<Element>(useMarkedId() === id);
}

/** Turns pages until the one with the marked thing is there. */
export function useMarkedPage(page: {
  /** Ids on the page that is shown; undefined while it loads. */
  readonly ids: readonly string[] | undefined;
  readonly offset: number;
  readonly size: number;
  readonly total: number;
  readonly onOffset: (offset: number) => void;
}): void {
  const mark = useMarkedId();
  const sought = useRef<string>(undefined);
  const { ids, offset, size, total, onOffset } = page;
  useEffect(() => {
    // Once found, or looked for in vain, pages are turned by hand only.
    if (mark === undefined || sought.current === mark || ids === undefined) return;
    if (ids.includes(mark) || offset + size >= total) sought.current = mark;
    else onOffset(offset + size);
  });
}
