/** Hatching of what is undecided: told apart where neither hue nor lightness is seen. */
import type { CSSProperties } from 'react';
import classes from './charts.module.css';

/** The pattern; its id is that of the drawing it stands in. */
export function Hatch({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse">
        <path className={classes.hatch} d="M-1 1 1 -1M0 5 5 0M4 6 6 4" />
      </pattern>
    </defs>
  );
}

/** Fills a part of this tone with the pattern, where it is hatched. */
export function hatchOf(tone: string, id: string): CSSProperties | undefined {
  return tone === 'undecided' ? { fill: `url(#${id})` } : undefined;
}
