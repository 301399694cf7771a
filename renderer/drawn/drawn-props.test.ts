/** What an element says: shown where something is hidden, and else the very same. */
import { Fragment } from 'react';
import { expect, test } from 'vitest';
import { drawnProps } from './drawn-props.ts';

const turned = '\u202eDEINED\u200b';

test('text and attributes of an element of the page', () => {
  const props = { title: turned, 'aria-label': turned, children: ['a ', [turned, 1], null] };
  expect(drawnProps('td', props)).toEqual({
    title: '▯DEINED▯',
    'aria-label': '▯DEINED▯',
    children: ['a ', ['▯DEINED▯', 1], null],
  });
  expect(drawnProps(Fragment, { children: turned })).toEqual({ children: '▯DEINED▯' });
});

test('line breaks stay, and what a field holds or a link leads to', () => {
  const props = { value: turned, defaultValue: turned, href: turned, children: 'a\n\tb' };
  expect(drawnProps('input', props)).toBe(props);
});

test('a component is given what it was given, a rule of style too', () => {
  const props = { title: turned, children: turned };
  expect(drawnProps(() => null, props)).toBe(props);
  expect(drawnProps('style', props)).toBe(props);
});
