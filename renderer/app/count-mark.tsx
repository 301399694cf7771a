/** A small count on the corner of a button's sign; what it is of is said by the button's name. */
import classes from './shell.module.css';

/** A longer number would cover the sign. */
const mostShown = 9;

export function CountMark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes.count} aria-hidden="true">
      {count > mostShown ? `${mostShown}+` : count}
    </span>
  );
}
