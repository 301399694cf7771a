/** A main part and a pane beside or below it, divided by a line that pointer and arrow keys move. */
import { useRef, useState, type ReactNode } from 'react';
import classes from './side-pane.module.css';

const least = 0.2;
const most = 0.7;
const step = 0.02;

export interface SidePaneProps {
  readonly main: ReactNode;
  /** Nothing when closed: the main part then has all the room. */
  readonly pane: ReactNode | null;
  /** `overlay` lies over the main part where there is no room beside it. */
  readonly place: 'right' | 'bottom' | 'overlay';
  /** The pane's part of the room, 0 to 1. */
  readonly share: number;
  readonly onShare: (share: number) => void;
  readonly paneLabel: string;
  readonly separatorLabel: string;
  readonly paneRef: React.RefObject<HTMLElement | null>;
}

/** The share that a pointer at `point` gives the pane of a box. */
export function shareAt(
  place: 'right' | 'bottom',
  box: { left: number; top: number; width: number; height: number },
  point: { x: number; y: number },
): number {
  const share =
    place === 'right' ? 1 - (point.x - box.left) / box.width : 1 - (point.y - box.top) / box.height;
  return Math.max(least, Math.min(most, share));
}

/** Two parts; the pane is a landmark region that can take the focus. */
export function SidePane(props: SidePaneProps) {
  const { main, pane, place, share, onShare, paneLabel, separatorLabel, paneRef } = props;
  const split = useRef<HTMLDivElement>(null);
  /** Whether what was pressed first, of presses in a row, was in the pane. */
  const beganInPane = useRef(false);
  const [active, setActive] = useState(false);
  const open = pane !== null;
  const paneStyle: Record<string, string> = { '--pane-share': String(share) };
  const by = (way: number) => onShare(Math.max(least, Math.min(most, share + way * step)));
  const ways: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => place === 'right' && by(1),
    ArrowRight: () => place === 'right' && by(-1),
    ArrowUp: () => place === 'bottom' && by(1),
    ArrowDown: () => place === 'bottom' && by(-1),
    Home: () => onShare(most),
    End: () => onShare(least),
  };
  return (
    <div
      ref={split}
      role="presentation"
      className={classes.split}
      data-place={place}
      onMouseDownCapture={(event) => {
        const isInPane =
          event.target instanceof Node && paneRef.current?.contains(event.target) === true;
        if (event.detail === 1) beganInPane.current = isInPane;
        // The first press opened the pane under the pointer: the second is none on its text.
        else if (isInPane && !beganInPane.current) event.preventDefault();
      }}
    >
      <div className={classes.main}>{main}</div>
      {open && place !== 'overlay' && (
        <div
          className={classes.separator}
          role="separator"
          tabIndex={0}
          aria-label={separatorLabel}
          aria-orientation={place === 'right' ? 'vertical' : 'horizontal'}
          aria-valuemin={least * 100}
          aria-valuemax={most * 100}
          aria-valuenow={Math.round(share * 100)}
          data-active={active || undefined}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setActive(true);
          }}
          onPointerMove={(event) => {
            const box = split.current?.getBoundingClientRect();
            if (!active || box === undefined) return;
            onShare(shareAt(place, box, { x: event.clientX, y: event.clientY }));
          }}
          onPointerUp={() => setActive(false)}
          onPointerCancel={() => setActive(false)}
          onKeyDown={(event) => {
            const move = ways[event.key];
            if (move === undefined) return;
            event.preventDefault();
            move();
          }}
        />
      )}
      {open && (
        <section
          data-side-pane
          ref={paneRef}
          className={classes.pane}
          style={paneStyle}
          aria-label={paneLabel}
          tabIndex={-1}
        >
          {pane}
        </section>
      )}
    </div>
  );
}
