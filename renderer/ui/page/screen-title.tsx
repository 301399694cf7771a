/** The heading of a screen, which is also what the window is called. */
import { useEffect, useRef } from 'react';
import { focusScreen } from '../focus-screen.ts';
import { useWindowTitle } from '../window-title.ts';
import classes from './page.module.css';

/**
 * `takesFocus` where there is no list that does: whoever came by keyboard goes on from here, and a
 * reader hears what this is.
 */
export function ScreenTitle({
  title,
  takesFocus = false,
}: {
  title: string;
  takesFocus?: boolean;
}) {
  useWindowTitle('screen', title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) focusScreen(heading.current);
  }, [takesFocus]);
  return (
    <h1 ref={heading} tabIndex={-1} className={classes.title}>
      {title}
    </h1>
  );
}
