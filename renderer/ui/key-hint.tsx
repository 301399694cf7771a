/** A key combination as it stands on the keys. */
import { useTranslation } from 'react-i18next';
import { isMac, keyLabels } from './keyboard.ts';
import classes from './key-hint.module.css';

/** `name` is a key name of `keyName`, e.g. `mod+k`. Hidden from screen readers where `decorative`. */
export function KeyHint({ name, decorative = true }: { name: string; decorative?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <span className={classes.keys} aria-hidden={decorative || undefined}>
      {keyLabels(name, isMac(), (word) => t(`keys.${word}`)).map((label) => (
        <kbd key={label} className={classes.key}>
          {label}
        </kbd>
      ))}
    </span>
  );
}

/** In a search field: the key that leads to it. */
export function SlashHint() {
  return (
    <kbd className={classes.slash} aria-hidden="true">
      /
    </kbd>
  );
}
