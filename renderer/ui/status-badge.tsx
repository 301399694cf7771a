/** A status as shape, word and colour together; colour alone never carries it. */
import type { ReactNode } from 'react';
import { showHidden } from '../../shared/hidden-text.ts';
import { shown } from './shown.ts';
import classes from './status-badge.module.css';

export type StatusTone = 'ok' | 'bad' | 'warn' | 'info' | 'mute' | 'neutral';
export type StatusShape = 'dot' | 'diamond' | 'ring' | 'triangle' | 'check' | 'none';

const shapes: Record<StatusTone, StatusShape> = {
  ok: 'dot',
  bad: 'diamond',
  warn: 'triangle',
  info: 'dot',
  mute: 'ring',
  neutral: 'none',
};

/** The mark of a tone: dot ok, diamond bad, triangle warn, hollow ring unknown, a tick for what is as it should be. Decorative. */
export function StatusShapeMark({ shape, className }: { shape: StatusShape; className?: string }) {
  if (shape === 'none') return null;
  return (
    <svg viewBox="0 0 8 8" className={className ?? classes.shape} aria-hidden="true">
      {shape === 'dot' && <circle cx="4" cy="4" r="3" fill="currentColor" />}
      {shape === 'diamond' && <path d="M4 0.2 7.8 4 4 7.8 0.2 4Z" fill="currentColor" />}
      {shape === 'triangle' && <path d="M4 0.6 7.8 7.4H0.2Z" fill="currentColor" />}
      {shape === 'ring' && (
        <circle cx="4" cy="4" r="2.6" fill="none" stroke="currentColor" strokeWidth="1.4" />
      )}
      {shape === 'check' && (
        <path d="M.8 4.2 3 6.6 7.2 1.4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      )}
    </svg>
  );
}

/**
 * A badge for a status. Green (`ok`) and red (`bad`) belong to verification alone; everything else
 * takes `warn`, `info`, `mute` or the outlined `neutral`.
 */
export function StatusBadge({
  tone,
  shape,
  title,
  children,
}: {
  tone: StatusTone;
  shape?: StatusShape | undefined;
  title?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classes.badge}
      data-tone={tone}
      title={title === undefined ? undefined : showHidden(title)}
    >
      <StatusShapeMark shape={shape ?? shapes[tone]} />
      <span className="pd-cut">{shown(children)}</span>
    </span>
  );
}
