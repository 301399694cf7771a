/** Where a part that scrolls sideways goes on, told on its frame: the edges show it (sideways.module.css). */
import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react';
import classes from './sideways.module.css';

/** A place rounded by the browser is within this many pixels of the end. */
const nearlyThere = 1;

/**
 * Writes `data-more` on the frame: `start`, `end` or both, wherever the scroller holds more than it
 * shows, and nothing where all is seen; `--sideways-bar` is the width of its vertical scrollbar.
 * Written into the page and not kept as state: scrolling must not wait for a render.
 */
export function useSideways(
  frame: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  {
    isSmall = false,
    isFocusable = true,
  }: {
    /** Looks again whenever anything in it changes; not for what is drawn anew at every scroll. */
    readonly isSmall?: boolean;
    /** It, or something in it, can be focused whatever it holds; else it can where it has no room. */
    readonly isFocusable?: boolean;
  } = {},
): void {
  useLayoutEffect(() => {
    const [around, inner] = [frame.current, scroller.current];
    if (around === null || inner === null) return undefined;
    let left = 0;
    const tell = () => {
      left = inner.scrollLeft;
      const isBefore = left > nearlyThere;
      const isBehind = inner.scrollWidth - inner.clientWidth - left > nearlyThere;
      const sides = `${isBefore ? 'start' : ''} ${isBehind ? 'end' : ''}`.trim();
      if (sides === '') delete around.dataset['more'];
      else around.dataset['more'] = sides;
    };
    const measure = () => {
      around.style.setProperty('--sideways-bar', `${inner.offsetWidth - inner.clientWidth}px`);
      tell();
      if (!isFocusable) letFocus(inner);
    };
    // Down and up changes nothing here.
    const onScroll = () => {
      if (inner.scrollLeft !== left) tell();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(inner);
    for (const part of inner.children) observer.observe(part);
    inner.addEventListener('scroll', onScroll, { passive: true });
    // Other words, or other children, may be wider while all that is observed keeps its size.
    const changes = new MutationObserver(measure);
    if (isSmall) changes.observe(inner, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      changes.disconnect();
      inner.removeEventListener('scroll', onScroll);
    };
  }, [frame, scroller, isSmall, isFocusable]);
}

const focusable = 'a[href], button, input, select, textarea, [tabindex]';

/** Lets the keyboard scroll what has no room and nothing in it that could be focused. */
function letFocus(inner: HTMLElement): void {
  const isCut = inner.scrollWidth - inner.clientWidth > nearlyThere;
  if (isCut && inner.querySelector(focusable) === null) inner.tabIndex = 0;
  else inner.removeAttribute('tabindex');
}

/** A table or a figure that scrolls sideways where it has no room; `frame` is a class of what is around it. */
export function Sideways({
  frame,
  className,
  ...scroller
}: ComponentProps<'div'> & { frame?: string | undefined }) {
  const around = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  useSideways(around, inner, { isSmall: true, isFocusable: scroller.tabIndex !== undefined });
  return (
    <div ref={around} className={[classes.frame, frame].join(' ')}>
      <div {...scroller} ref={inner} className={['pd-slim pd-scroll', className].join(' ')} />
    </div>
  );
}
