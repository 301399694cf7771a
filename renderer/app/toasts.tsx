/** Toasts, where they cover nothing of what they speak of. */
import { useEffect } from 'react';
import { Notifications, useNotifications } from '@mantine/notifications';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Pixels between toasts and the edges of what they stand in. */
const gap = 12;

/** Square pixels that two boxes share. */
function shared(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** The main part of the window, above a bar with what can be done with the selected rows. */
function roomOf(main: HTMLElement): Box {
  const { left, top, right, bottom } = main.getBoundingClientRect();
  const bars = [...main.querySelectorAll('[role="toolbar"]')].map(
    (bar) => bar.getBoundingClientRect().top,
  );
  return { left, top, right, bottom: Math.min(bottom, ...bars.filter((at) => at > bottom / 2)) };
}

/** What was just acted on: the field, button or row that has the focus; undefined without one. */
function focused(main: HTMLElement): Box | undefined {
  const { activeElement } = document;
  const row = document.getElementById(activeElement?.getAttribute('aria-activedescendant') ?? '');
  const element = row ?? activeElement;
  return element === null || element.contains(main) ? undefined : element.getBoundingClientRect();
}

/** Boxes of a size at the end and at the start of a room's lower edge, or of its upper one. */
function boxesIn(room: Box, width: number, height: number, edge: 'bottom' | 'top'): Box[] {
  const top = edge === 'top' ? room.top + gap : room.bottom - gap - height;
  const atEnd = room.right - gap - width;
  return [atEnd, Math.min(room.left + gap, atEnd)].map((left) => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
  }));
}

/**
 * Where toasts of a size hide the least: first of what has the focus (WCAG 2.4.11), then of the
 * dialog or pane that is open. Below, where they hide nothing; else right above what has the focus.
 */
function freestBox(main: HTMLElement, width: number, height: number): Box | undefined {
  const room = roomOf(main);
  const focus = focused(main);
  const above = { ...room, bottom: Math.min(room.bottom, focus?.top ?? room.bottom) };
  const boxes = [
    ...boxesIn(room, width, height, 'bottom'),
    ...boxesIn(above, width, height, 'bottom').filter(({ top }) => top >= room.top),
    ...boxesIn(room, width, height, 'top'),
  ];
  const opened = [...document.querySelectorAll('[role="dialog"], [data-side-pane]')].map((each) =>
    each.getBoundingClientRect(),
  );
  const costs = boxes.map((box) => {
    const hidden = opened.reduce((sum, each) => sum + shared(box, each), 0);
    const hidesFocus = focus !== undefined && shared(box, focus) > 0;
    return hidden + (hidesFocus ? 2 * width * height : 0);
  });
  return boxes[costs.indexOf(Math.min(...costs))];
}

/** Keeps toasts aside of what has the focus, also when that moves; answers how to stop. */
function keepAside(toasts: HTMLElement): () => void {
  let frame = 0;
  const place = () => {
    frame = 0;
    const main = document.querySelector('main');
    const { width, height } = toasts.getBoundingClientRect();
    // They do not go away from under a pointer, nor with the focus.
    if (main === null || height === 0 || toasts.matches(':hover, :focus-within')) return;
    const box = freestBox(main, width, height);
    if (box === undefined) return;
    toasts.style.left = `${box.left}px`;
    toasts.style.bottom = `${window.innerHeight - box.bottom}px`;
  };
  const placeSoon = () => {
    if (frame === 0) frame = requestAnimationFrame(place);
  };
  const observer = new ResizeObserver(place);
  observer.observe(toasts);
  const signs = ['focusin', 'keyup', 'pointerup', 'scroll', 'resize'] as const;
  for (const sign of signs) window.addEventListener(sign, placeSoon, true);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    for (const sign of signs) window.removeEventListener(sign, placeSoon, true);
  };
}

export function Toasts() {
  const { notifications } = useNotifications();
  useEffect(() => {
    if (notifications.length === 0) return undefined;
    const toasts = document.querySelector<HTMLElement>(
      '.mantine-Notifications-root[data-position="bottom-right"]',
    );
    return toasts === null ? undefined : keepAside(toasts);
  }, [notifications]);
  return <Notifications position="bottom-right" limit={4} containerWidth={360} zIndex={400} />;
}
