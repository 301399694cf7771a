/** A number of the head of a billing tab, with its name above and what it is made of below. */
import type { ReactNode } from 'react';
import classes from '../../ui/money/billing.module.css';

export function Figure({
  label,
  value,
  children,
  strong = false,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly children?: ReactNode;
  readonly strong?: boolean;
}) {
  return (
    <div className={classes.figure} data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>
        <span className={classes.figureValue}>{value}</span>
        <span className="pd-caption pd-loose">{children}</span>
      </dd>
    </div>
  );
}
