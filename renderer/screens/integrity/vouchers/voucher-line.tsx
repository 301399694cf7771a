/** Lines of those who vouch: each with its name, what is known of it, its buttons. */
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

/** Somebody who vouches: who, how that stands, and below it what is known of it. */
export function VoucherFact({
  who,
  state,
  action,
  children,
}: {
  readonly who: ReactNode;
  readonly state?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes.fact}>
      <div className={classes.row}>
        {who}
        {state}
      </div>
      {action}
      <div className={`${classes.row} pd-dim`}>{children}</div>
    </div>
  );
}
