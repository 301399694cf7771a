/** One line of those who vouch: its name, how it stands, its buttons. */
import type { ReactNode } from 'react';
import classes from './vouchers.module.css';

export function VoucherLine({
  name,
  actions,
  children,
}: {
  readonly name: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes.line} role="group" aria-label={name}>
      <h3 className={classes.name}>{name}</h3>
      <div className={classes.facts}>{children}</div>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}
