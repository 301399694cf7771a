/** Links from one screen to another, as far as there is something to be had at their end. */
import type { ComponentPropsWithRef } from 'react';
import { useIsOpen } from './places.ts';
import classes from './place-link.module.css';

type LinkProps = ComponentPropsWithRef<'a'> & {
  /** Inside the console. */
  readonly href: string;
};

/** The name of something as a link to it; the name alone where one may not go there. */
export function PlaceLink({ href, children, ...props }: LinkProps) {
  const isOpen = useIsOpen();
  if (isOpen(href)) {
    return (
      <a href={href} {...props}>
        {children}
      </a>
    );
  }
  const { className = '', title } = props;
  return (
    <span className={`${className} ${classes.shut}`} title={title}>
      {children}
    </span>
  );
}

/** Words that say where a link leads; nothing where one may not go there. */
export function PlaceWay({ href, children, ...props }: LinkProps) {
  const isOpen = useIsOpen();
  return isOpen(href) ? (
    <a href={href} {...props}>
      {children}
    </a>
  ) : null;
}
