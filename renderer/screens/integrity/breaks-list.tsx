/** The breaks in journal order, of any number: drawn in part, walked by keyboard. */
import { useEffect, useEffectEvent, useId, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isOfRow, type Finding } from '../../../shared/contract/chain.ts';
import { formatCount } from '../../ui/format.ts';
import { ErrorState } from '../../ui/states.tsx';
import { StatusShapeMark } from '../../ui/status-badge.tsx';
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts';
import { useBreakWindow } from './use-breaks.ts';
import { useColumnWord, useRowSentence } from './use-row-sentence.ts';
import classes from './integrity.module.css';

const rowHeight = 30;

export function BreaksList({
  verificationId,
  total,
  selected,
  onSelect,
  onOpen,
}: {
  verificationId: string;
  total: number;
  /** Place in the list, from 0. */
  selected: number;
  onSelect: (place: number) => void;
  /** Enter on a break. */
  onOpen: () => void;
}) {
  const { t } = useTranslation('integrity');
  const idPrefix = useId();
  const { scrollerRef, layerRef, range, geometry, spacer, showRow, pageSize } = useVirtualRows({
    rowCount: total,
    rowHeight,
    headerHeight: 0,
  });
  const breaks = useBreakWindow(verificationId, range.first, range.last);
  const bringIntoView = useEffectEvent((place: number) => showRow(place));
  const isMeasured = geometry.viewHeight > 0;
  useEffect(() => {
    if (isMeasured) bringIntoView(selected);
  }, [selected, isMeasured]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, number> = {
      ArrowDown: selected + 1,
      j: selected + 1,
      ArrowUp: selected - 1,
      k: selected - 1,
      PageDown: selected + pageSize(),
      PageUp: selected - pageSize(),
      Home: 0,
      End: total - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) onSelect(Math.max(0, Math.min(total - 1, step)));
    else if (event.key === 'Enter') onOpen();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const places = Array.from(
    { length: Math.max(0, range.last - range.first + 1) },
    (_, place) => range.first + place,
  );
  return (
    <div className={classes.list}>
      <div className={classes.listHead} aria-hidden="true">
        <span />
        <span>{t('breaks.entry')}</span>
        <span>{t('breaks.verdict')}</span>
        <span>{t('breaks.field')}</span>
        <span>{t('breaks.record')}</span>
      </div>
      {breaks.error !== null && (
        <ErrorState
          compact
          error={breaks.error}
          title={t('breaks.loadFailed')}
          onRetry={breaks.retry}
        />
      )}
      <div
        ref={scrollerRef}
        className="pd-fill pd-scroll pd-inner-focus"
        role="listbox"
        tabIndex={0}
        aria-label={t('breaks.list')}
        aria-activedescendant={places.includes(selected) ? `${idPrefix}-${selected}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: spacer }}>
          <div ref={layerRef} className="pd-layer">
            {places.map((place) => (
              <div
                key={place}
                id={`${idPrefix}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === selected}
                aria-setsize={total}
                aria-posinset={place + 1}
                className={classes.listRow}
                data-first={place === 0 || undefined}
                onClick={() => onSelect(place)}
                onMouseDown={(event) => {
                  // The second press opens it; it would select the word under the pointer, too.
                  if (event.detail > 1) event.preventDefault();
                }}
                onDoubleClick={onOpen}
                onKeyDown={onKeyDown}
              >
                <BreakCells finding={breaks.at(place)} />
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function BreakCells({ finding }: { finding: Finding | undefined }) {
  const { t } = useTranslation(['integrity', 'rows']);
  const rowSentence = useRowSentence();
  const columnWord = useColumnWord();
  const columnOf = (column: string | null) =>
    column === null ? t('rows:wholeRow') : columnWord(column);
  return (
    <>
      <span className={classes.listMark}>
        <StatusShapeMark shape="diamond" />
      </span>
      {finding === undefined ? (
        <span className={classes.bone}>{t('breaks.loading')}</span>
      ) : (
        <>
          <span className="pd-at-end">{finding.seq === null ? '—' : formatCount(finding.seq)}</span>
          <span className={classes.listVerdict}>{t(`entryVerdicts.${finding.verdict}`)}</span>
          <span className={classes.listField}>
            {isOfRow(finding) ? columnOf(finding.column) : (finding.field ?? t('breaks.whole'))}
          </span>
          {isOfRow(finding) ? (
            <span className={classes.listRecord}>{rowSentence(finding)}</span>
          ) : (
            <code className={classes.listRecord}>{finding.record_id ?? '—'}</code>
          )}
        </>
      )}
    </>
  );
}
