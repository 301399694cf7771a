/** Text as the bytes that are hashed: whole, unwrapped by meaning, with one range marked. */
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useVirtualRows } from '../table/use-virtual-rows.ts';
import { utf8Length } from './json-index.ts';
import { lineOf, lineStarts } from './text-lines.ts';
import classes from './bytes-view.module.css';

const lineHeight = 18;
/** Pixels left and right of the lines, and cells between offset and text; as in the stylesheet. */
const padding = 16;
const gap = 2;
/** Cells that are measured at once, for a more exact width of one. */
const probed = 20;

export interface BytesViewProps {
  readonly text: string;
  /** UTF-16 offsets, end exclusive. */
  readonly highlight?: readonly [number, number] | undefined;
  /** A click on the character at this UTF-16 offset. */
  readonly onPick?: ((offset: number) => void) | undefined;
  /** ← and →: the value before or after. */
  readonly onStep?: ((direction: -1 | 1) => void) | undefined;
  readonly label: string;
}

/** Columns that fit into `frame`, measured in the font itself; 0 until the first layout. */
function useColumns(frame: RefObject<HTMLDivElement | null>, gutter: number) {
  const probe = useRef<HTMLSpanElement>(null);
  const [columns, setColumns] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const measure = () => {
      const cell = (probe.current?.getBoundingClientRect().width ?? 0) / probed;
      if (cell === 0) return;
      const cells = Math.floor((element.clientWidth - padding) / cell) - gutter - gap;
      setColumns(Math.max(8, cells));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, gutter]);
  return { probe, columns };
}

/** UTF-8 offset of each line's start. */
function byteOffsets(text: string, starts: Int32Array): Float64Array {
  const offsets = new Float64Array(starts.length);
  let bytes = 0;
  for (let line = 1; line < starts.length; line += 1) {
    bytes += utf8Length(text, starts[line - 1], starts[line]);
    offsets[line] = bytes;
  }
  return offsets;
}

/** The UTF-16 offset inside a line under the pointer. */
function offsetUnderPointer(event: MouseEvent): number | undefined {
  const caret = document.caretPositionFromPoint(event.clientX, event.clientY);
  const holder = caret?.offsetNode.parentElement?.closest('[data-from]');
  if (caret === null || !(holder instanceof HTMLElement)) return undefined;
  const from = Number(holder.dataset['from']);
  const size = caret.offsetNode.textContent?.length ?? 0;
  return from + Math.min(caret.offset, Math.max(0, size - 1));
}

function Line({
  text,
  from,
  highlight,
}: {
  text: string;
  from: number;
  highlight: readonly [number, number] | undefined;
}) {
  const to = from + text.length;
  const markFrom = Math.max(from, highlight?.[0] ?? to);
  const markTo = Math.min(to, highlight?.[1] ?? from);
  const part = (start: number, end: number) => showHidden(text.slice(start - from, end - from));
  if (markFrom >= markTo) {
    return <span data-from={from}>{part(from, to)}</span>;
  }
  return (
    <>
      {markFrom > from && <span data-from={from}>{part(from, markFrom)}</span>}
      <mark className={classes.mark} data-from={markFrom}>
        {part(markFrom, markTo)}
      </mark>
      {markTo < to && <span data-from={markTo}>{part(markTo, to)}</span>}
    </>
  );
}

export function BytesView({ text, highlight, onPick, onStep, label }: BytesViewProps) {
  const gutter = useMemo(() => Math.max(3, String(utf8Length(text)).length), [text]);
  const frame = useRef<HTMLDivElement>(null);
  const { probe, columns } = useColumns(frame, gutter);
  const starts = useMemo(
    () => (columns === 0 ? new Int32Array() : lineStarts(text, columns)),
    [text, columns],
  );
  const offsets = useMemo(() => byteOffsets(text, starts), [text, starts]);
  const { scrollerRef, layerRef, range, geometry, spacer, showRow } = useVirtualRows({
    rowCount: starts.length,
    rowHeight: lineHeight,
    headerHeight: 0,
  });
  const from = highlight?.[0];
  const bringIntoView = useEffectEvent((offset: number, lines: Int32Array) => {
    if (lines.length > 0) showRow(lineOf(lines, offset));
  });
  const isMeasured = geometry.viewHeight > 0;
  useEffect(() => {
    if (from !== undefined && isMeasured) bringIntoView(from, starts);
  }, [from, starts, isMeasured]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (onStep === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    onStep(event.key === 'ArrowLeft' ? -1 : 1);
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent) => {
    // A drag that selects text is for copying, not for picking a value.
    if (onPick === undefined || document.getSelection()?.isCollapsed === false) return;
    const offset = offsetUnderPointer(event);
    if (offset !== undefined) onPick(offset);
  };

  const visible = Array.from(
    { length: range.last - range.first + 1 },
    (_, place) => range.first + place,
  );
  return (
    <div ref={frame} className={classes.frame}>
      <span ref={probe} className={classes.probe} aria-hidden="true">
        {'0'.repeat(probed)}
      </span>
      <div
        ref={scrollerRef}
        className={classes.bytes}
        role="grid"
        aria-readonly="true"
        aria-rowcount={starts.length}
        aria-colcount={2}
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <div style={{ height: spacer }}>
          <div ref={layerRef} className="pd-layer">
            {visible.map((line) => {
              const start = starts[line] ?? 0;
              const end = starts[line + 1] ?? text.length;
              return (
                <div key={line} className={classes.line} role="row" aria-rowindex={line + 1}>
                  <span
                    className={classes.offset}
                    style={{ width: `${gutter}ch` }}
                    role="rowheader"
                  >
                    {offsets[line]}
                  </span>
                  <span className={classes.text} dir="ltr" role="gridcell">
                    <Line text={text.slice(start, end)} from={start} highlight={highlight} />
                  </span>
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}
