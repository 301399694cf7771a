/**
 * The frame of a chart of columns: scale, names, a line that reads the column in question, and the same as a
 * table. The columns are one stop of the Tab key; the arrows, Home and End go along them.
 */
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useIsOpen } from '../places/places.ts';
import { Sideways } from '../sideways.tsx';
import { percent } from './scale.ts';
import { useBrush, type BrushRange } from './use-brush.ts';
import classes from './charts.module.css';

/** A column as people get to it. */
export interface Mark {
  readonly id: string;
  /** What it says, aloud. */
  readonly words: string;
  /** Stands below it; empty where there is no room. */
  readonly name: string;
  /** The list behind it. */
  readonly href: string;
}

/** A value at the side of a chart. */
export interface ScaleMark {
  /** Share of the height, from below. */
  readonly at: number;
  readonly name: string;
  readonly hasLine?: boolean;
}

interface PlotProps {
  /** What the chart shows, in a sentence. */
  readonly label: string;
  /** Names the columns as a list, and says how to go along them. */
  readonly keys: string;
  readonly marks: readonly Mark[];
  readonly scale: readonly ScaleMark[];
  /** Of the drawing; rem. */
  readonly height: number;
  /** Its words stand beside it, where there is more room than above each other. */
  readonly isBeside?: boolean;
  /** The least width of a column; rem. */
  readonly leastWidth?: number;
  /** Words about a column, or about all of it. */
  readonly renderReading: (place: number | undefined) => ReactNode;
  /** Says what is drawn how, of a column or of all of it. */
  readonly renderLegend: (place: number | undefined) => ReactNode;
  /** Told columns next to each other that were selected, by dragging or with Shift held. */
  readonly onBrush?: ((range: BrushRange) => void) | undefined;
  /** The same figures as a table, where none stands below anyway. */
  readonly table?: ReactNode;
  /** What an SVG holds that is as high and wide as the columns together. */
  readonly children: ReactNode;
}

export function Plot(props: PlotProps) {
  const {
    label,
    marks,
    scale,
    height,
    isBeside = false,
    leastWidth = 0,
    renderReading,
    renderLegend,
    table,
    children,
  } = props;
  const { t } = useTranslation('charts');
  const [at, setAt] = useState<number>();
  const [isTable, setIsTable] = useState(false);
  const sizes: Record<string, string> = {
    '--columns': String(marks.length),
    '--height': `${height}rem`,
    '--least': `${leastWidth}rem`,
  };
  return (
    <figure className={classes.chart} style={sizes} data-beside={isBeside || undefined}>
      <Sideways>
        <div className={classes.plot}>
          <div className={classes.scale} aria-hidden="true">
            {scale.map((mark) => (
              <span key={mark.at} style={{ bottom: percent(mark.at) }}>
                {mark.name}
              </span>
            ))}
          </div>
          <div className={classes.area}>
            <svg className={classes.drawing} role="img" aria-label={label}>
              {scale.map(
                ({ at: place, hasLine }) =>
                  hasLine === true && (
                    <line
                      key={place}
                      className={classes.line}
                      x1="0"
                      x2="100%"
                      y1={percent(1 - place)}
                      y2={percent(1 - place)}
                    />
                  ),
              )}
              {children}
            </svg>
            <Marks marks={marks} keys={props.keys} at={at} show={setAt} onBrush={props.onBrush} />
          </div>
          <div className={classes.names} aria-hidden="true">
            {marks.map(
              ({ id, name }, place) =>
                name !== '' && (
                  <span key={id} style={{ gridColumn: place + 1 }}>
                    {name}
                  </span>
                ),
            )}
          </div>
        </div>
      </Sideways>
      <figcaption className="pd-wrapping pd-caption pd-gap-4-16">
        <span className={classes.reading} aria-hidden="true">
          {renderReading(at)}
        </span>
        {renderLegend(at)}
        {table !== undefined && (
          <UnstyledButton
            className="pd-inline pd-text-link pd-grid-size pd-medium pd-underlined pd-target"
            aria-expanded={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? t('hideTable') : t('showTable')}
          </UnstyledButton>
        )}
      </figcaption>
      {isTable && table}
    </figure>
  );
}

interface MarksProps {
  readonly marks: readonly Mark[];
  readonly keys: string;
  readonly at: number | undefined;
  readonly show: (place: number | undefined) => void;
  readonly onBrush: ((range: BrushRange) => void) | undefined;
}

/** The columns as links over the drawing, each as high as it. */
function Marks({ marks, keys, at, show, onBrush }: MarksProps) {
  const isOpen = useIsOpen();
  const brush = useBrush(marks.length, onBrush);
  const list = useRef<HTMLOListElement>(null);
  const stop = at ?? marks.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: stop - 1,
      ArrowRight: stop + 1,
      Home: 0,
      End: marks.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined || next < 0 || next >= marks.length) return;
    event.preventDefault();
    brush.extend(event, stop, next);
    show(next);
    list.current?.querySelectorAll<HTMLElement>('[data-mark]')[next]?.focus();
  };
  return (
    <ol
      ref={list}
      className={classes.marks}
      aria-label={keys}
      onPointerLeave={() => show(undefined)}
      {...brush.handlers}
    >
      {brush.range !== undefined && (
        <li
          className={classes.brush}
          aria-hidden="true"
          style={{ gridColumn: `${brush.range[0] + 1} / ${brush.range[1] + 2}` }}
        />
      )}
      {marks.map(({ id, words, href }, place) => {
        const shared = {
          className: classes.mark,
          'data-mark': place === at ? 'read' : '',
          tabIndex: place === stop ? 0 : -1,
          onKeyDown,
          onFocus: () => show(place),
          onPointerEnter: () => show(place),
        };
        const name = <VisuallyHidden>{words}</VisuallyHidden>;
        return (
          <li key={id} style={{ gridColumn: place + 1 }}>
            {isOpen(href) ? (
              <a {...shared} href={href}>
                {name}
              </a>
            ) : (
              <span {...shared}>{name}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
