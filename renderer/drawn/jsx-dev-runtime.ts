/** The same for a page that is being worked on or tested, whose elements know where they were made. */
import { Fragment, jsxDEV as make } from 'react/jsx-dev-runtime';
import { drawnProps } from './drawn-props.ts';

export { Fragment };

export const jsxDEV: typeof make = (type, props, ...more) =>
  make(type, drawnProps(type, props), ...more);
