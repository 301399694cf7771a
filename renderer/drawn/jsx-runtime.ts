/**
 * How elements are made here (`vite.config.ts` puts this before React's own, for the components of others
 * too): no place of the console can forget that text of others hides nothing and turns nothing around.
 */
import { Fragment, jsx as make, jsxs as makeOfMany } from 'react/jsx-runtime';
import { drawnProps } from './drawn-props.ts';

export { Fragment };

export const jsx: typeof make = (type, props, key) => make(type, drawnProps(type, props), key);

export const jsxs: typeof makeOfMany = (type, props, key) =>
  makeOfMany(type, drawnProps(type, props), key);
