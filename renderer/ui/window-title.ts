/** The title of the window: each part of the page that an address can name adds its own. */
import { useEffect } from 'react';
import { showHidden } from '../../shared/hidden-text.ts';

const product = 'Proofdesk';

/** The most particular first, as a narrow tab of a browser shows the beginning alone. */
const levels = ['tab', 'thing', 'screen'] as const;
export type TitleLevel = (typeof levels)[number];

interface Part {
  readonly level: TitleLevel;
  readonly text: string;
}

/** In the order in which they came: what opened last over something of its level is named. */
let parts: readonly Part[] = [];

function change(next: readonly Part[]): void {
  parts = next;
  const named = levels.flatMap((level) => parts.findLast((part) => part.level === level) ?? []);
  const words = named.map(({ text }) => showHidden(text));
  // The first tab of a section may have its name.
  document.title = [...new Set([...words, product])].join(' · ');
}

/** Adds `text` to the title while it is mounted; nothing where it is undefined. */
export function useWindowTitle(level: TitleLevel, text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return undefined;
    const part = { level, text };
    change([...parts, part]);
    return () => change(parts.filter((each) => each !== part));
  }, [level, text]);
}
