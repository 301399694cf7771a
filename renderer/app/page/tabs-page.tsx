/** The frame of a section that is several tabs: its title, its actions, the tabs. */
import { useEffect, useRef, type ReactNode } from 'react';
import { focusScreen } from '../../ui/focus-screen.ts';
import classes from './page.module.css';

export function TabsPage({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusScreen(heading.current), []);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        <span className={classes.space} />
        {actions}
      </header>
      {children}
    </div>
  );
}
