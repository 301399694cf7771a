/** What a form was opened upon, and what became of that meanwhile: nothing of another person is replaced unseen. */
import { useState } from 'react';
import { toFailure } from '../../api/client.ts';

/** One thing that can be changed, as a person reads it. */
export interface StateLine {
  readonly label: string;
  readonly text: string;
}

export interface ChangedLine extends StateLine {
  /** What it was. */
  readonly before: string;
}

export interface Meanwhile<State> {
  /** What was looked at: what `if_previous` is sent as. */
  readonly previous: State;
  /** What another person changed since, and nobody here has said to have seen. */
  readonly changed: readonly ChangedLine[];
  /** Somebody has seen it. */
  readonly onSeen: () => void;
  /** What is there now is known: it was sent from here. */
  readonly settle: (state: State) => void;
}

/**
 * @param options.current what is there, as it is read; it goes on to be read while the form is open
 * @param options.lines all of it in words, each line by a label of its own
 * @param options.isPending what is sent from here is under way: what comes may be its outcome
 * @param options.isOpen whether it is looked at; what changes while it is not is no news
 * @param options.onSeen takes over what others changed where nothing else was typed
 */
export function useMeanwhile<State>({
  current,
  lines,
  isPending,
  isOpen = true,
  onSeen,
}: {
  readonly current: State;
  readonly lines: (state: State) => readonly StateLine[];
  readonly isPending: boolean;
  readonly isOpen?: boolean;
  readonly onSeen?: (now: State, before: State) => void;
}): Meanwhile<State> {
  const [seen, setSeen] = useState(current);
  const [wasOpen, setWasOpen] = useState(isOpen);
  // What is there when it is opened, or once that is known, is what is looked at.
  const isOpened = isOpen && !wasOpen;
  if (isOpen !== wasOpen) setWasOpen(isOpen);
  if ((isOpened || !isOpen) && !isSame(seen, current)) setSeen(current);
  const before = lines(seen);
  const changed = lines(current).flatMap((line) => {
    const was = before.find(({ label }) => label === line.label)?.text ?? line.text;
    return line.text === was ? [] : [{ ...line, before: was }];
  });
  return {
    previous: seen,
    changed: isPending ? [] : changed,
    onSeen: () => {
      onSeen?.(current, seen);
      setSeen(current);
    },
    settle: setSeen,
  };
}

/** A draft with what others changed, in all that nobody here has typed in since `before`, however deep. */
export function takenOver<Draft>(draft: Draft, before: Draft, now: Draft): Draft {
  if (isSame(draft, before)) return now;
  if (!isObject(draft) || !isObject(before) || !isObject(now)) return draft;
  const merged = Object.entries(now).map(([name, value]) => [
    name,
    takenOver(Reflect.get(draft, name), Reflect.get(before, name), value),
  ]);
  return { ...draft, ...Object.fromEntries(merged) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells whether the API refused because another person was there before: what came is shown, not this. */
export function isOvertaken(error: unknown): boolean {
  const { code, fields } = toFailure(error);
  return (
    code === 'signed_state_changed' || fields.some(({ field }) => field.startsWith('if_previous'))
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
