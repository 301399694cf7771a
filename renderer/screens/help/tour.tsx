/** The tour: a card that says what is to be seen, and a frame around the real thing on its screen. */
import { useEffect, useRef, type RefObject } from 'react';
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { newestRecordId } from '../../api/records.ts';
import { usePreferences } from '../../state/preferences.ts';
import { goToStop, leaveTour, tourStops, type TourStop } from '../../state/tour.ts';
import classes from './tour.module.css';

/** Where each stop is, and what on it is framed. */
const places: Readonly<Record<TourStop, { readonly path: string; readonly target: string }>> = {
  verdict: { path: '/overview?profile=demo', target: '[data-part="ledger"]' },
  list: { path: '/decisions', target: '#main [role="grid"]' },
  record: { path: '/decisions', target: '#main section[data-side-pane]' },
  review: { path: '/review', target: '#main [role="grid"]' },
  chain: { path: '/integrity', target: '#main [role="tablist"]' },
  bundles: { path: '/integrity?tab=bundles', target: '#main [role="tabpanel"]' },
  help: { path: '/help', target: '#main ul' },
};

const mark = 'data-tour-target';

export function Tour() {
  const { t } = useTranslation('help');
  const reached = usePreferences((state) => state.tour);
  const index = typeof reached === 'number' ? Math.min(reached, tourStops.length - 1) : 0;
  const stop = tourStops[index] ?? 'verdict';
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useStop(stop);
  useEffect(() => {
    const element = card.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leaveTour();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, []);
  useHeldFocus(card, heading, stop);
  const isLast = index === tourStops.length - 1;
  return (
    <section ref={card} className={classes.card} aria-label={t('tour.title')}>
      <div className="pd-between">
        <span className="pd-caption">
          {t('tour.step', { step: index + 1, total: tourStops.length })}
        </span>
        <ActionIcon size="sm" aria-label={t('tour.leave')} onClick={leaveTour}>
          <IconX size={14} />
        </ActionIcon>
      </div>
      <h2 ref={heading} tabIndex={-1} className={classes.title}>
        {t(`tour.stops.${stop}.title`)}
      </h2>
      <p className="pd-flush pd-pretty">{t(`tour.stops.${stop}.text`)}</p>
      <div className={classes.actions}>
        <Button
          variant="subtle"
          color="gray"
          disabled={index === 0}
          onClick={() => goToStop(index - 1)}
        >
          {t('tour.back')}
        </Button>
        <Button variant="filled" onClick={() => goToStop(index + 1)}>
          {isLast ? t('tour.end') : t('tour.next')}
        </Button>
      </div>
    </section>
  );
}

/** Puts the focus on the words of a stop; a screen that takes it as it opens gives it back, a person keeps it. */
function useHeldFocus(
  card: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
  stop: TourStop,
): void {
  useEffect(() => {
    let hasActed = false;
    const act = () => {
      hasActed = true;
    };
    const hold = () => heading.current?.focus({ preventScroll: true });
    const onFocus = (event: FocusEvent) => {
      const isOutside =
        event.target instanceof Node && card.current?.contains(event.target) !== true;
      if (isOutside && !hasActed) hold();
    };
    document.addEventListener('keydown', act, true);
    document.addEventListener('pointerdown', act, true);
    document.addEventListener('focusin', onFocus);
    hold();
    return () => {
      document.removeEventListener('keydown', act, true);
      document.removeEventListener('pointerdown', act, true);
      document.removeEventListener('focusin', onFocus);
    };
  }, [card, heading, stop]);
}

/** Goes to the stop's screen, and frames its thing as soon and as long as it is there. */
function useStop(stop: TourStop): void {
  const { history } = useRouter();
  useEffect(() => {
    let isLeft = false;
    const { path, target } = places[stop];
    const go = async () => {
      const id = stop === 'record' ? await newestRecordId().catch(() => undefined) : undefined;
      if (!isLeft)
        history.push(id === undefined ? path : `${path}?record=${encodeURIComponent(id)}`);
    };
    void go();
    const frame = () => {
      const element = document.querySelector(target);
      if (element === null || element.hasAttribute(mark)) return;
      for (const other of document.querySelectorAll(`[${mark}]`)) other.removeAttribute(mark);
      element.setAttribute(mark, '');
    };
    const observer = new MutationObserver(frame);
    observer.observe(document.body, { childList: true, subtree: true });
    frame();
    return () => {
      isLeft = true;
      observer.disconnect();
      for (const each of document.querySelectorAll(`[${mark}]`)) each.removeAttribute(mark);
    };
  }, [history, stop]);
}
