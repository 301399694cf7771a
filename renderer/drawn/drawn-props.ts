/** What an element of the page says, its hidden characters shown: the last place, which all text passes. */
import { showHiddenInLines } from '../../shared/hidden-text.ts';

type Props = Readonly<Record<string, unknown>>;

/** What is drawn, read aloud or shown on hover. */
const said = [
  'children',
  'title',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'label',
  'placeholder',
] as const;

/** The very same where nothing is hidden. */
function drawn(child: unknown): unknown {
  if (typeof child === 'string') return showHiddenInLines(child);
  if (!Array.isArray(child)) return child;
  const children: unknown[] = child;
  const all = children.map(drawn);
  return all.some((each, place) => each !== children[place]) ? all : child;
}

function isProps(props: unknown): props is Props {
  return typeof props === 'object' && props !== null;
}

/**
 * The properties of an element as they are drawn; the very same object where nothing is hidden. A component
 * is given what it was given, and what a field holds stays, since it may be sent again. Line breaks and tabs
 * stay, which the page lays out.
 */
export function drawnProps(type: unknown, props: unknown): unknown {
  const isText = typeof type === 'string' || typeof type === 'symbol';
  if (!isText || type === 'style' || type === 'script' || !isProps(props)) return props;
  const changed: Record<string, unknown> = {};
  let isChanged = false;
  for (const name of said) {
    const value = props[name];
    const shown = drawn(value);
    if (shown !== value) {
      changed[name] = shown;
      isChanged = true;
    }
  }
  return isChanged ? { ...props, ...changed } : props;
}
