/** The columns of the decision grid, and how each cell is drawn. */
import { IconCheck, IconUserEdit } from '@tabler/icons-react';
import type { RecordRow } from '../../api/records.ts';
import type { TimeZoneChoice } from '../../state/preferences.ts';
import { formatConfidence, formatCount, formatInstant, shortHash, zoneName } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/table/grid-column.ts';
import { compactMembers, decisionOf } from './decision.ts';
import type { DecisionsTranslate } from './filters.ts';
import classes from './columns.module.css';

/** What cells need besides their row; the same object as long as nothing in it changes. */
export interface DecisionCells {
  readonly zone: TimeZoneChoice;
  readonly t: DecisionsTranslate;
  /** The record marked for a comparison. */
  readonly marked: string | null;
}

export type DecisionColumn = GridColumn<RecordRow, DecisionCells>;

/** Ids of the columns that hold no value of the record. */
export const railColumn = 'rail';
export const selectColumn = 'select';

/** The columns in their first order. */
export function decisionColumns(t: DecisionsTranslate, zone: TimeZoneChoice): DecisionColumn[] {
  return [
    { id: railColumn, title: t('column.rail'), width: 24, fixed: true, cell: RailCell },
    { id: selectColumn, title: t('column.select'), width: 24, fixed: true, cell: SelectCell },
    {
      id: 'seq',
      title: t('column.seq'),
      header: t('column.seqShort'),
      width: 86,
      align: 'end',
      sortable: true,
      cell: (row) => formatCount(row.seq),
    },
    {
      id: 'created',
      title: t('column.created', { zone: zoneName(zone) }),
      width: 166,
      cell: (row, { zone: shown }) => (
        <time dateTime={row.created_at} title={row.created_at}>
          {formatInstant(row.created_at, shown)}
        </time>
      ),
    },
    {
      id: 'record',
      title: t('column.record'),
      width: 142,
      cell: (row, { marked, t: words }) => (
        <span className={classes.mono} title={row.id}>
          {shortId(row.id)}
          {marked === row.id && <span className={classes.marked}>{words('command.mark')}</span>}
        </span>
      ),
    },
    { id: 'model', title: t('column.model'), width: 132, cell: (row) => row.model_id },
    { id: 'decision', title: t('column.decision'), width: 190, cell: DecisionCell },
    {
      id: 'confidence',
      title: t('column.confidence'),
      width: 112,
      align: 'end',
      cell: ConfidenceCell,
    },
    {
      id: 'policy',
      title: t('column.policy'),
      width: 108,
      cell: (row, { t: words }) => row.policy_id ?? <Absent t={words} />,
    },
    {
      id: 'transaction',
      title: t('column.transaction'),
      width: 98,
      cell: (row, { t: words }) =>
        row.transaction_id === undefined ? (
          <Absent t={words} />
        ) : (
          <span className={classes.mono}>{row.transaction_id}</span>
        ),
    },
    {
      id: 'interventions',
      title: t('column.interventions'),
      header: t('column.interventionsShort'),
      width: 64,
      align: 'end',
      cell: InterventionsCell,
    },
    {
      id: 'hash',
      title: t('column.hash'),
      width: 108,
      cell: (row) => (
        <span className={`${classes.mono} ${classes.dim}`} title={row.hash}>
          {shortHash(row.hash)}
        </span>
      ),
    },
    {
      id: 'previous',
      title: t('column.previous'),
      width: 108,
      hiddenAtFirst: true,
      cell: (row) => (
        <span className={`${classes.mono} ${classes.dim}`} title={row.previous_hash}>
          {shortHash(row.previous_hash)}
        </span>
      ),
    },
  ];
}

/** An id by its ends: the start says when, the end tells it from its neighbours. */
export function shortId(id: string): string {
  return id.length > 18 ? `${id.slice(0, 8)}…${id.slice(-8)}` : id;
}

function Absent({ t }: { t: DecisionsTranslate }) {
  return <span className={classes.dim}>{t('absent')}</span>;
}

function RailCell(_row: RecordRow, { t }: DecisionCells, mark: string) {
  const word = railWord(mark, t);
  return (
    <svg
      className={classes.rail}
      data-mark={mark}
      role="img"
      aria-label={word}
      viewBox="0 0 26 26"
      preserveAspectRatio="xMidYMid slice"
    >
      <title>{word}</title>
      <line className={classes.railLine} x1="13" x2="13" y1="-20" y2="46" />
      {mark === 'bad' ? (
        <path className={classes.railMark} d="M13 7.6 18.4 13 13 18.4 7.6 13Z" />
      ) : (
        <circle className={classes.railMark} cx="13" cy="13" r="3.4" />
      )}
    </svg>
  );
}

function railWord(mark: string, t: DecisionsTranslate): string {
  switch (mark) {
    case 'ok':
      return t('rail.ok');
    case 'bad':
      return t('rail.bad');
    case 'after':
      return t('rail.after');
    default:
      return t('rail.unknown');
  }
}

function SelectCell() {
  return (
    <span className={classes.check} aria-hidden="true">
      <span className={classes.checkBox}>
        <IconCheck size={11} stroke={3} />
      </span>
    </span>
  );
}

function DecisionCell(row: RecordRow, { t }: DecisionCells) {
  const decision = decisionOf(row.output);
  switch (decision.kind) {
    case 'members':
      return <span className={classes.members}>{decision.text || t('absent')}</span>;
    case 'score':
      return t('score', { value: decision.value });
    case 'flag':
    case 'word': {
      const text =
        decision.kind === 'word'
          ? decision.word
          : t(`flag.${decision.flag}.${decision.yes ? 'yes' : 'no'}`);
      const rest = compactMembers(row.output, decision.source, 2);
      return (
        <span className={classes.decision}>
          <span
            className={classes.badge}
            data-tone={decision.tone}
            title={t('decisionFrom', { source: decision.source })}
          >
            {text}
          </span>
          {rest !== '' && <span className={classes.members}>{rest}</span>}
        </span>
      );
    }
  }
}

function ConfidenceCell(row: RecordRow, { t }: DecisionCells) {
  if (row.confidence === undefined) return <Absent t={t} />;
  return (
    <span className={classes.confidence} title={String(row.confidence)}>
      <span className={classes.bar}>
        <span className={classes.barFill} style={{ width: `${row.confidence * 100}%` }} />
      </span>
      {formatConfidence(row.confidence)}
    </span>
  );
}

function InterventionsCell(row: RecordRow, { t }: DecisionCells) {
  const count = row.interventions.length;
  if (count === 0) return <Absent t={t} />;
  return (
    <span className={classes.hands} title={t('interventionCount', { count })}>
      <IconUserEdit size={14} stroke={1.75} aria-hidden="true" />
      {count}
    </span>
  );
}

/** A cell's value as plain text, for copying. */
export function cellText(row: RecordRow, column: string): string | undefined {
  switch (column) {
    case 'seq':
      return String(row.seq);
    case 'created':
      return row.created_at;
    case 'record':
      return row.id;
    case 'model':
      return row.model_id;
    case 'decision':
      return JSON.stringify(row.output);
    case 'confidence':
      return row.confidence === undefined ? undefined : String(row.confidence);
    case 'policy':
      return row.policy_id;
    case 'transaction':
      return row.transaction_id;
    case 'interventions':
      return String(row.interventions.length);
    case 'hash':
      return row.hash;
    case 'previous':
      return row.previous_hash;
    default:
      return undefined;
  }
}
