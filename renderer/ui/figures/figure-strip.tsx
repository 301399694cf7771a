/** Figures beside each other at the head of a screen, each a link to the list that it counts. */
import type { ReactNode } from 'react';
import { PlaceLink } from '../places/place-link.tsx';
import classes from './figures.module.css';

/** A part of the screen with figures; `children` are more of them in another form. */
export function FigureStrip({
  label,
  figures,
  children,
}: {
  readonly label: string;
  readonly figures: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <section className={classes.strip} aria-label={label}>
      <ul className={classes.figures}>{figures}</ul>
      {children}
    </section>
  );
}

export interface FigureProps {
  readonly name: string;
  readonly value: ReactNode;
  /** The list that it counts. */
  readonly href?: string | undefined;
  /** Stands beside the value. */
  readonly badge?: ReactNode;
  readonly note: ReactNode;
  readonly title?: string | undefined;
}

export function Figure({ name, value, href, badge, note, title }: FigureProps) {
  return (
    <li className={classes.figure}>
      <span className="pd-caption">{name}</span>
      <span className={classes.shown} title={title}>
        {href === undefined ? (
          <span className={classes.value}>{value}</span>
        ) : (
          <PlaceLink className={classes.value} href={href}>
            <span className="pd-hidden">{name}: </span>
            {value}
          </PlaceLink>
        )}
        {badge}
      </span>
      <span className="pd-caption">{note}</span>
    </li>
  );
}
