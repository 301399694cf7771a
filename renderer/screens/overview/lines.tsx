/** Lines that lead somewhere: the first of them, and the others when they are asked for. */
import { useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import classes from './overview.module.css';

export function Lines<Item>({
  items,
  first,
  keyOf,
  children,
}: {
  readonly items: readonly Item[];
  /** How many are there at first. */
  readonly first: number;
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
}) {
  const { t } = useTranslation('overview');
  const [all, setAll] = useState(false);
  const rest = items.length - first;
  return (
    <>
      <ul className={classes.lines}>
        {(all ? items : items.slice(0, first)).map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {rest > 0 && (
        <Button
          className={classes.more ?? ''}
          variant="subtle"
          size="compact-sm"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? t('attention.fewer') : t('attention.more', { count: rest })}
        </Button>
      )}
    </>
  );
}

/** One line: a mark or a date, words, and what stands at its end. */
export function Line({
  href,
  tone,
  lead,
  aside,
  children,
}: {
  readonly href: string;
  readonly tone?: string | undefined;
  readonly lead: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <PlaceLink className={classes.line} href={href} data-tone={tone}>
      <span className="pd-fixed pd-grid pd-dim" aria-hidden="true">
        {lead}
      </span>
      <span className={classes.lineText}>{children}</span>
      <span className={classes.lineAside}>{aside}</span>
      <IconChevronRight className="pd-fixed pd-dim" size={14} aria-hidden="true" />
    </PlaceLink>
  );
}
