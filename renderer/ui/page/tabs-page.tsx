/** The frame of a section that is several tabs: its title, its actions, the tabs. */
import type { ReactNode } from 'react';
import { ScreenTitle } from './screen-title.tsx';
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
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <ScreenTitle title={title} takesFocus />
        <span className={classes.space} />
        {actions}
      </header>
      {children}
    </div>
  );
}
