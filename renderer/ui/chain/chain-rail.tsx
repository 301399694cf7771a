/** Entries in a row on a rail: dot ok, diamond bad, hollow unknown; the line breaks where a link does. */
import type { ReactNode } from 'react';
import { UnstyledButton } from '@mantine/core';
import { StatusBadge, type StatusTone } from '../status-badge.tsx';
import classes from './chain-rail.module.css';

export interface RailItem {
  readonly seq: number;
  readonly state: 'ok' | 'bad' | 'unknown' | 'after';
  readonly word: string;
  /** What kind of entry it is, and whose. */
  readonly title: ReactNode;
  readonly hash: string | undefined;
  /** Right of the hash, for example a time. */
  readonly detail?: ReactNode;
  readonly selected: boolean;
  /** Whether the line to the entry above is whole. */
  readonly linked: boolean;
  readonly onOpen?: (() => void) | undefined;
}

const tones: Record<RailItem['state'], StatusTone> = {
  ok: 'ok',
  bad: 'bad',
  unknown: 'mute',
  after: 'mute',
};

function Mark({ state }: { state: RailItem['state'] }) {
  return (
    <svg viewBox="0 0 16 16" className={classes.mark} data-state={state} aria-hidden="true">
      {state === 'ok' && <circle cx="8" cy="8" r="5" />}
      {state === 'bad' && <path d="M8 1.5 14.5 8 8 14.5 1.5 8Z" />}
      {(state === 'unknown' || state === 'after') && <circle cx="8" cy="8" r="4.2" />}
    </svg>
  );
}

function Content({ item }: { item: RailItem }) {
  return (
    <>
      <span className={classes.line}>
        <span className={classes.seq}>#{item.seq}</span>
        <span className={classes.title}>{item.title}</span>
        <StatusBadge tone={tones[item.state]} shape="none">
          {item.word}
        </StatusBadge>
      </span>
      <span className={classes.line}>
        <code className={classes.hash}>{item.hash ?? '—'}</code>
        {item.detail !== undefined && <span className={classes.detail}>{item.detail}</span>}
      </span>
    </>
  );
}

/** A list of entries; those with `onOpen` are buttons. */
export function ChainRail({ items, label }: { items: readonly RailItem[]; label: string }) {
  return (
    <ol className="pd-listed" aria-label={label}>
      {items.map((item) => (
        <li
          key={item.seq}
          className={classes.item}
          data-state={item.state}
          data-selected={item.selected || undefined}
          data-linked={item.linked || undefined}
          aria-current={item.selected || undefined}
        >
          <Mark state={item.state} />
          {item.onOpen === undefined ? (
            <div className={classes.content}>
              <Content item={item} />
            </div>
          ) : (
            <UnstyledButton className={classes.content} onClick={item.onOpen}>
              <Content item={item} />
            </UnstyledButton>
          )}
        </li>
      ))}
    </ol>
  );
}
