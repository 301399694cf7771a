/** Selecting columns of a chart next to each other: by dragging, or by the arrows with Shift held. */
import { useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';

/** Places of the first and the last column. */
export type BrushRange = readonly [from: number, to: number];

interface Brush {
  readonly from: number;
  readonly to: number;
  readonly by: 'pointer' | 'keys';
}

const inOrder = ({ from, to }: Brush): BrushRange => (from <= to ? [from, to] : [to, from]);

/**
 * State and handlers of the list that holds the columns. What is selected is told when the pointer goes up, or
 * Shift does; Escape gives it up.
 * @param columns how many there are, of equal width
 */
export function useBrush(columns: number, onSelect: ((range: BrushRange) => void) | undefined) {
  const [brush, setBrush] = useState<Brush>();
  /** A press that moved on is no click on the link beneath it. */
  const [wasDragged, setDragged] = useState(false);

  const placeAt = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / Math.max(1, width)) * columns);
    return Math.min(columns - 1, Math.max(0, place));
  };
  const end = (told: Brush | undefined) => {
    setBrush(undefined);
    if (told !== undefined) onSelect?.(inOrder(told));
  };

  return {
    range: brush === undefined ? undefined : inOrder(brush),
    /** Extends from one column to the next, where Shift is held. */
    extend: (event: KeyboardEvent, at: number, next: number) => {
      if (onSelect === undefined || !event.shiftKey) return;
      setBrush({ from: brush?.by === 'keys' ? brush.from : at, to: next, by: 'keys' });
    },
    handlers:
      onSelect === undefined
        ? {}
        : {
            onPointerDown: (event: PointerEvent<HTMLElement>) => {
              if (event.button !== 0 || event.pointerType === 'touch') return;
              const at = placeAt(event);
              setDragged(false);
              setBrush({ from: at, to: at, by: 'pointer' });
            },
            onPointerMove: (event: PointerEvent<HTMLElement>) => {
              if (brush?.by !== 'pointer') return;
              const to = placeAt(event);
              if (to === brush.to) return;
              // Held from here on, so that a drag may leave the chart.
              event.currentTarget.setPointerCapture(event.pointerId);
              setDragged(true);
              setBrush({ ...brush, to });
            },
            onPointerUp: () => {
              if (brush?.by === 'pointer') end(wasDragged ? brush : undefined);
            },
            onPointerCancel: () => end(undefined),
            onClickCapture: (event: MouseEvent) => {
              if (!wasDragged) return;
              event.preventDefault();
              event.stopPropagation();
              setDragged(false);
            },
            // A link that is dragged would be taken elsewhere.
            onDragStart: (event: MouseEvent) => event.preventDefault(),
            onKeyUp: (event: KeyboardEvent) => {
              if (event.key === 'Shift' && brush?.by === 'keys') end(brush);
            },
            onKeyDownCapture: (event: KeyboardEvent) => {
              if (event.key !== 'Escape' || brush === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              end(undefined);
            },
          },
  };
}
