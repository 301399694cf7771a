/** Key presses as names: one form for matching, for the help sheet and for menus. */

/** Members of a key event that it is matched by; a KeyboardEvent is one. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * The name of a key press: `mod+k`, `shift+c`, `alt+1`, `arrowdown`, `?`. `mod` is Ctrl, or Cmd on a
 * Mac. Shift is named with letters and named keys only: on a sign it is how the sign is typed.
 */
export function keyName(press: KeyPress): string {
  const key = press.key === ' ' ? 'space' : press.key.toLowerCase();
  const shift = press.shiftKey && (/^[a-z]$/.test(key) || key.length > 1);
  return [
    press.ctrlKey || press.metaKey ? 'mod' : '',
    press.altKey ? 'alt' : '',
    shift ? 'shift' : '',
    key,
  ]
    .filter((part) => part !== '')
    .join('+');
}

/** Keys that are printed with a sign, the same in every language. */
const signs: Readonly<Record<string, string>> = {
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
};

/** Keys that are printed with a word, by the name of that word in `common.keys`. */
const words = {
  mod: 'control',
  shift: 'shift',
  alt: 'alt',
  enter: 'enter',
  escape: 'escape',
  space: 'space',
  pageup: 'pageUp',
  pagedown: 'pageDown',
  home: 'home',
  end: 'end',
  contextmenu: 'menu',
} as const;
export type KeyWord = (typeof words)[keyof typeof words];

function isWord(part: string): part is keyof typeof words {
  return Object.hasOwn(words, part);
}

/** The parts of a key name as they are printed on keys; `wordFor` says the words of the language. */
export function keyLabels(
  name: string,
  mac: boolean,
  wordFor: (word: KeyWord) => string,
): string[] {
  return name.split('+').map((part) => {
    if (mac && part === 'mod') return '⌘';
    if (mac && part === 'alt') return '⌥';
    if (isWord(part)) return wordFor(words[part]);
    return signs[part] ?? (/^(.|f\d{1,2})$/.test(part) ? part.toUpperCase() : part);
  });
}

/** Tells whether this machine's keyboard has a command key. */
export function isMac(): boolean {
  return /mac/i.test(globalThis.navigator?.userAgent ?? '');
}

/** Tells whether typing there writes text, so that plain keys are the field's. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === 'TEXTAREA') return true;
  return (
    target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'button', 'range', 'submit'].includes(target.type)
  );
}
