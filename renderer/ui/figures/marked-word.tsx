/** A word with the shape that says how things stand: what is as it should be is quiet, what needs a look is not. */
import type { ReactNode } from 'react';
import { StatusShapeMark, type StatusShape } from '../status-badge.tsx';
import classes from './figures.module.css';

export const standings = ['fine', 'unknown', 'warn', 'bad'] as const;
export type Standing = (typeof standings)[number];

const shapes: Readonly<Record<Standing, StatusShape>> = {
  fine: 'check',
  unknown: 'ring',
  warn: 'triangle',
  bad: 'diamond',
};

/** The shape of a standing; decorative. */
export function StandingMark({ standing }: { readonly standing: Standing }) {
  return (
    <span className={classes.mark} data-tone={standing}>
      <StatusShapeMark shape={shapes[standing]} className="pd-block" />
    </span>
  );
}

export function MarkedWord({
  standing,
  title,
  children,
}: {
  readonly standing: Standing;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span className={classes.marked} data-tone={standing} title={title}>
      <StandingMark standing={standing} />
      {children}
    </span>
  );
}
