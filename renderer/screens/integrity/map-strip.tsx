/** The ledger as a strip: green where it holds, red at breaks, hatched after the first, empty where unknown. */
import { useMemo, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../ui/format.ts';
import { nearestBreak, stretches, type KnownBreak, type Stretch } from './ledger-map.ts';
import classes from './integrity.module.css';

const most = 240;
/** Marks above the strip; with more of them the strip's red says enough. */
const mostMarks = 48;

/** Weight of the check that the map shows: it is of now, of before, or the whole is doubted. */
export type MapStanding = 'now' | 'earlier' | 'doubted';

const stateWords = {
  now: { ok: 'map.ok', after: 'map.after', unchecked: 'map.unchecked' },
  earlier: { ok: 'map.earlier', after: 'map.after', unchecked: 'map.unchecked' },
  doubted: { ok: 'map.doubted', after: 'map.doubted', unchecked: 'map.unchecked' },
} as const satisfies Record<MapStanding, Record<Exclude<Stretch['state'], 'bad'>, string>>;

function useStretchWords(standing: MapStanding) {
  const { t } = useTranslation('integrity');
  return (stretch: Stretch) => {
    const breaks = t('map.breaks', {
      count: stretch.breaks,
      amount: `${stretch.about ? '≈ ' : ''}${formatCount(stretch.breaks)}`,
    });
    return t('map.at', {
      from: formatCount(stretch.from),
      to: formatCount(stretch.to),
      what: stretch.state === 'bad' ? breaks : t(stateWords[standing][stretch.state]),
    });
  };
}

function Legend({
  shown,
  standing,
}: {
  shown: readonly Stretch['state'][];
  standing: MapStanding;
}) {
  const { t } = useTranslation('integrity');
  return (
    <ul className={classes.legend}>
      {shown.map((state) => (
        <li key={state}>
          <span className={classes.swatch} data-state={state} />
          {t(state === 'bad' ? 'map.bad' : stateWords[standing][state])}
        </li>
      ))}
    </ul>
  );
}

export function MapStrip({
  size,
  checked,
  breaks,
  firstChainBreak,
  selected,
  standing,
  hasRows,
  onGo,
}: {
  size: number;
  checked: number;
  breaks: readonly KnownBreak[];
  firstChainBreak: number | undefined;
  /** Journal index of the selected break. */
  selected: number | undefined;
  standing: MapStanding;
  /** Whether rows beside the entries differ. */
  hasRows: boolean;
  onGo: (target: KnownBreak) => void;
}) {
  const { t } = useTranslation('integrity');
  const words = useStretchWords(standing);
  // Where the whole is doubted no entry stands on firm ground.
  const firstBreak = standing === 'doubted' ? -1 : firstChainBreak;
  const map = useMemo(
    () => stretches({ size, count: most, checked, firstBreak, breaks }),
    [size, checked, firstBreak, breaks],
  );
  const states = (['ok', 'bad', 'after', 'unchecked'] as const).filter((state) =>
    map.some((stretch) => stretch.state === state),
  );
  const marked = map.filter((stretch) => stretch.state === 'bad');
  const placeOf = (seq: number) => `${((seq + 0.5) / Math.max(1, size)) * 100}%`;
  const interactive = breaks.length > 0;
  // The first break is red; those behind a broken chain stand on ground that no longer holds.
  const isLater = (stretch: Stretch) =>
    stretch.state === 'bad' && firstChainBreak !== undefined && stretch.from > firstChainBreak;

  const go = (target: KnownBreak | undefined) => {
    if (target !== undefined) onGo(target);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    go(nearestBreak(breaks, ((event.clientX - box.left) / box.width) * size));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = breaks.findIndex((known) => known.seq >= (selected ?? -1));
    const steps: Record<string, number> = {
      ArrowRight: at + (selected === undefined ? 0 : 1),
      ArrowUp: at + (selected === undefined ? 0 : 1),
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      Home: 0,
      End: breaks.length - 1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(breaks[Math.max(0, Math.min(breaks.length - 1, step))]);
  };

  const strip = (
    <>
      {map.map((stretch) => (
        <span
          key={stretch.from}
          className={classes.stretch}
          data-state={stretch.state}
          data-later={isLater(stretch) || undefined}
          title={words(stretch)}
        />
      ))}
    </>
  );
  return (
    <section
      className={classes.map}
      aria-label={t('map.title')}
      data-earlier={standing === 'earlier' || undefined}
    >
      <div className={classes.mapHead}>
        <h3 className={classes.caption}>{t('map.title')}</h3>
        <Legend shown={states} standing={standing} />
      </div>
      <div className="pd-holder">
        <div className={classes.marks} aria-hidden="true">
          {marked.length <= mostMarks &&
            marked.map((stretch) => (
              <svg
                key={stretch.from}
                viewBox="-1 -1 10 10"
                data-later={isLater(stretch) || undefined}
                style={{ insetInlineStart: placeOf((stretch.from + stretch.to) / 2) }}
              >
                <path d="M4 0 8 4 4 8 0 4Z" />
              </svg>
            ))}
        </div>
        {interactive ? (
          <div
            className={classes.strip}
            role="slider"
            tabIndex={0}
            aria-label={t('map.slider')}
            aria-valuemin={0}
            aria-valuemax={Math.max(0, size - 1)}
            aria-valuenow={selected ?? breaks[0]?.seq ?? 0}
            aria-valuetext={t('map.entry', { seq: formatCount(selected ?? breaks[0]?.seq ?? 0) })}
            data-interactive
            onPointerDown={onPointerDown}
            onKeyDown={onKeyDown}
          >
            {strip}
          </div>
        ) : (
          <div
            className={classes.strip}
            role="img"
            aria-label={t('map.label', { last: formatCount(Math.max(0, size - 1)) })}
          >
            {strip}
          </div>
        )}
        {selected !== undefined && (
          <span
            className={classes.caret}
            style={{ insetInlineStart: placeOf(selected) }}
            aria-hidden="true"
          />
        )}
      </div>
      <div className="pd-between pd-gap-12 pd-caption">
        <span>{t('map.entry', { seq: 0 })}</span>
        {interactive && <span>{t('map.hint')}</span>}
        <span>{t('map.entry', { seq: formatCount(Math.max(0, size - 1)) })}</span>
      </div>
      {hasRows && <p className="pd-note">{t('map.rows', { title: t('breaks.title') })}</p>}
    </section>
  );
}
