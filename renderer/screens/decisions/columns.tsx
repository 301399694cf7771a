/** The columns of the decision grid, and how each cell is drawn. */
import { IconFileUnknown, IconUserEdit } from '@tabler/icons-react';
import i18next from 'i18next';
import type { ListedRecord } from '../../api/records.ts';
import type { TimeZoneChoice } from '../../state/preferences.ts';
import {
  formatBytes,
  formatConfidence,
  formatCount,
  formatInstant,
  shortHash,
} from '../../ui/format.ts';
import { assertNever } from '../../ui/assert-never.ts';
import { selectColumn } from '../../ui/list/row-control.tsx';
import { instantHead } from '../../ui/table/instant-head.ts';
import type { GridColumn } from '../../ui/table/grid-column.ts';
import type { Profile } from '../../../shared/contract/profiles.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { compactMembers, decisionOf, knownFlags, type KnownFlag } from './decision.ts';
import { effectOfRow, type RowEffect } from './effect-of-row.ts';
import { fieldName, type DecisionsTranslate } from '../../ui/filter/decision-filters.ts';
import {
  decisionMembers,
  memberValue,
  type DecisionMember,
} from '../../../shared/oversight/decision-members.ts';
import { valueWord } from '../../ui/filter/where-words.ts';
import classes from './columns.module.css';

/** Values that cells need besides their row; the same object as long as nothing in it changes. */
export interface DecisionCells {
  readonly zone: TimeZoneChoice;
  readonly t: DecisionsTranslate;
  readonly words: CellWords;
  /** Models that no card describes. */
  readonly unregistered: ReadonlySet<string>;
  /** The record marked for a comparison. */
  readonly marked: string | null;
}

type RowStanding = RowEffect['status'] | NonNullable<RowEffect['waiting']>;

/** Words that stand in many cells, looked up once. */
export interface CellWords {
  readonly absent: string;
  readonly marked: string;
  readonly unregistered: string;
  readonly changed: string;
  /** By status of the decision in effect, or why it waits. */
  readonly standing: Readonly<Record<RowStanding, string>>;
  readonly rail: Readonly<Record<string, string>>;
  readonly flag: (flag: KnownFlag, yes: boolean) => string;
}

export function cellWords(t: DecisionsTranslate): CellWords {
  const flags = new Map<string, string>();
  for (const flag of knownFlags) {
    flags.set(`${flag} true`, t(`flag.${flag}.yes`));
    flags.set(`${flag} false`, t(`flag.${flag}.no`));
  }
  return {
    absent: t('absent'),
    marked: t('command.markedShort'),
    unregistered: t('unregistered'),
    changed: t('standing.changed'),
    standing: {
      model: t('standing.model'),
      approved: t('standing.approved'),
      changed: t('standing.changed'),
      escalated: t('standing.escalated'),
      second_actor: t('standing.second_actor'),
    },
    rail: {
      ok: t('rail.ok'),
      bad: t('rail.bad'),
      after: t('rail.after'),
      unknown: t('rail.unknown'),
    },
    flag: (flag, yes) => flags.get(`${flag} ${yes}`) ?? flag,
  };
}

export type DecisionColumn = GridColumn<ListedRecord, DecisionCells>;

const outcome: DecisionMember = { field: 'outcome', kind: 'values', path: '/facts/outcome' };

/** Members that have a column of their own making. */
const drawn: ReadonlySet<string> = new Set([
  'outcome',
  'decided_at',
  'confidence',
  'policy_id',
  'transaction_id',
]);

/** Columns of all other members, hidden at first. */
function memberColumns(
  profile: Pick<Profile, 'profile'> | undefined,
  t: DecisionsTranslate,
): DecisionColumn[] {
  return decisionMembers(profile?.profile)
    .filter(({ field }) => !drawn.has(field))
    .map((member): DecisionColumn => {
      const isNumber = member.kind === 'number';
      const textOf = (row: ListedRecord) => memberText(row, member);
      return {
        id: member.field.replace(/^(group|column)\./, '$1s.'),
        data: { path: member.path, ...(isNumber ? { kind: 'number' } : {}) },
        title: fieldName(member.field, t),
        width: 110,
        align: isNumber ? 'end' : 'start',
        long: !isNumber,
        hiddenAtFirst: true,
        cell: (row, { words }) => {
          const text = textOf(row);
          return text === undefined ? <Absent words={words} /> : showHidden(text);
        },
        text: textOf,
      };
    });
}

/** The value of a member in words; undefined where there is none. */
function memberText(row: ListedRecord, member: DecisionMember): string | undefined {
  const value = memberValue(row, member);
  return value === undefined
    ? undefined
    : valueWord(value, i18next.getFixedT(null, 'where'), member.field);
}

/**
 * The columns in their first order.
 * @param profile of the one model that is listed, where there is one
 */
export function decisionColumns(
  t: DecisionsTranslate,
  zone: TimeZoneChoice,
  profile?: Pick<Profile, 'profile'>,
): DecisionColumn[] {
  return [
    { id: 'rail', title: t('column.rail'), width: 24, fixed: true, cell: RailCell },
    { id: selectColumn, title: t('column.select'), width: 24, fixed: true, cell: SelectCell },
    {
      id: 'seq',
      data: { path: '/seq', kind: 'number' },
      title: t('column.seq'),
      header: t('column.seqShort'),
      width: 86,
      align: 'end',
      sortable: true,
      cell: (row) => (row.seq === undefined ? '–' : formatCount(row.seq)),
      text: (row) => String(row.seq ?? ''),
    },
    {
      id: 'created',
      data: { path: '/created_at', kind: 'instant', title: t('column.created') },
      ...instantHead(t('column.created'), zone),
      width: 166,
      cell: (row, { zone: shown }) => formatInstant(row.created_at, shown),
      text: (row) => row.created_at,
    },
    {
      id: 'record',
      identity: true,
      data: { path: '/id' },
      title: t('column.record'),
      width: 142,
      text: (row) => row.id,
      mono: true,
      cell: (row, { marked, words }) => (
        <>
          {shortId(row.id)}
          {marked === row.id && <span className={classes.marked}>{words.marked}</span>}
        </>
      ),
    },
    {
      id: 'model',
      data: { path: '/model_id' },
      title: t('column.model'),
      width: 132,
      long: true,
      cell: ModelCell,
      text: (row) => row.model_id,
    },
    {
      id: 'decided',
      data: { path: '/facts/decided_at', kind: 'instant', title: t('column.decided') },
      ...instantHead(t('column.decided'), zone),
      width: 166,
      hiddenAtFirst: true,
      cell: (row, { zone: shown, words }) =>
        row.facts === undefined || row.facts === null ? (
          <Absent words={words} />
        ) : (
          formatInstant(row.facts.decided_at, shown)
        ),
      text: (row) => row.facts?.decided_at,
    },
    {
      id: 'outcome',
      data: { path: '/facts/outcome' },
      title: t('column.outcome'),
      width: 120,
      long: true,
      hiddenAtFirst: true,
      cell: (row, { words }) => {
        const text = memberText(row, outcome);
        return text === undefined ? (
          <Absent words={words} />
        ) : (
          <span className={classes.badge}>{showHidden(text)}</span>
        );
      },
      text: (row) => memberText(row, outcome),
    },
    ...memberColumns(profile, t),
    {
      id: 'decision',
      data: { path: '/output', kind: 'json' },
      title: t('column.decision'),
      width: 190,
      long: true,
      cell: DecisionCell,
      text: decisionText,
    },
    {
      id: 'confidence',
      data: { path: '/confidence', kind: 'number' },
      title: t('column.confidence'),
      width: 112,
      align: 'end',
      cell: ConfidenceCell,
      text: (row) => (row.confidence === undefined ? undefined : String(row.confidence)),
    },
    {
      id: 'policy',
      data: { path: '/policy_id' },
      title: t('column.policy'),
      width: 108,
      long: true,
      cell: (row, { words }) => row.policy_id ?? <Absent words={words} />,
      text: (row) => row.policy_id,
    },
    {
      id: 'transaction',
      data: { path: '/transaction_id' },
      title: t('column.transaction'),
      width: 98,
      long: true,
      mono: true,
      cell: (row, { words }) =>
        row.transaction_id === undefined ? <Absent words={words} /> : row.transaction_id,
      text: (row) => row.transaction_id,
    },
    {
      id: 'interventions',
      data: { path: '/interventions/length', kind: 'number' },
      title: t('column.interventions'),
      header: t('column.interventionsShort'),
      width: 64,
      align: 'end',
      cell: InterventionsCell,
      text: (row, { t: words }) => words('interventionCount', { count: row.interventions.length }),
    },
    {
      id: 'hash',
      data: { path: '/hash' },
      title: t('column.hash'),
      width: 108,
      mono: true,
      shortOnPaper: true,
      dim: true,
      cell: (row) => shortHash(row.hash),
      text: (row) => row.hash,
    },
    {
      id: 'previous',
      data: { path: '/previous_hash' },
      title: t('column.previous'),
      width: 108,
      hiddenAtFirst: true,
      mono: true,
      shortOnPaper: true,
      dim: true,
      cell: (row) => shortHash(row.previous_hash),
      text: (row) => row.previous_hash,
    },
  ];
}

/** An id by its ends: the start says when, the end tells it from its neighbours. */
export function shortId(id: string): string {
  return id.length > 18 ? `${id.slice(0, 8)}…${id.slice(-8)}` : id;
}

function Absent({ words }: { words: CellWords }) {
  return <span className="pd-dim">{words.absent}</span>;
}

function RailCell(_row: ListedRecord, { words }: DecisionCells, mark: string) {
  return (
    <span className={classes.rail} data-mark={mark} role="img" aria-label={words.rail[mark]}>
      <span className={classes.railMark} />
    </span>
  );
}

function SelectCell() {
  return <span className={classes.check} aria-hidden="true" />;
}

function ModelCell(row: ListedRecord, { unregistered, words }: DecisionCells) {
  const model = showHidden(row.model_id);
  if (!unregistered.has(row.model_id)) return model;
  return (
    <>
      <IconFileUnknown
        className={classes.unregistered}
        size={13}
        stroke={1.75}
        role="img"
        aria-label={words.unregistered}
      >
        <title>{words.unregistered}</title>
      </IconFileUnknown>
      {model}
    </>
  );
}

function decisionText({ output }: ListedRecord): string | undefined {
  return output === undefined ? undefined : JSON.stringify(output);
}

/** What is in effect; where a person changed it, with what the model had answered. */
function DecisionCell(row: ListedRecord, cells: DecisionCells) {
  const original = <Output output={row.output} bytes={row.omitted?.output} {...cells} />;
  if (row.interventions.length === 0) return original;
  const { status, output, bytes } = effectOfRow(row);
  if (status !== 'changed' || (output === null && bytes === undefined)) return original;
  return (
    <span className={classes.changed} title={cells.t('changedFrom', { was: wordOf(row, cells) })}>
      <IconUserEdit size={13} stroke={1.75} aria-hidden="true" />
      <span className="pd-hidden">{cells.words.changed} </span>
      <Output output={output ?? undefined} bytes={bytes} {...cells} />
    </span>
  );
}

/** An output, or its size where it is too large for the list. */
function Output({
  output,
  bytes = 0,
  ...cells
}: DecisionCells & {
  readonly output: JsonObject | undefined;
  readonly bytes: number | undefined;
}) {
  if (output !== undefined) return <OutputWords output={output} {...cells} />;
  return <span className={classes.members}>{cells.t('large', { size: formatBytes(bytes) })}</span>;
}

/** What the model answered, in one word where there is one. */
function wordOf({ output, omitted }: ListedRecord, { words, t }: DecisionCells): string {
  if (output === undefined) return t('large', { size: formatBytes(omitted?.output ?? 0) });
  const decision = decisionOf(output);
  if (decision.kind === 'word') return decision.word;
  if (decision.kind === 'flag') return words.flag(decision.flag, decision.yes);
  return decision.kind === 'score' ? String(decision.value) : decision.text;
}

function OutputWords({ output, t, words }: DecisionCells & { readonly output: JsonObject }) {
  const decision = decisionOf(output);
  switch (decision.kind) {
    case 'members':
      return <span className={classes.members}>{showHidden(decision.text) || words.absent}</span>;
    case 'score':
      return t('score', { value: decision.value });
    case 'flag':
    case 'word': {
      const text =
        decision.kind === 'word' ? decision.word : words.flag(decision.flag, decision.yes);
      const rest = compactMembers(output, decision.source, 2);
      return (
        <>
          <span className={classes.badge} data-tone={decision.tone}>
            {showHidden(text)}
          </span>
          {rest !== '' && <span className={classes.members}>{showHidden(rest)}</span>}
        </>
      );
    }
    default:
      return assertNever(decision);
  }
}

function ConfidenceCell(row: ListedRecord, { words }: DecisionCells) {
  if (row.confidence === undefined) return <Absent words={words} />;
  const bar: Record<string, string> = { '--share': String(row.confidence) };
  return (
    <span className={classes.confidence} style={bar}>
      {formatConfidence(row.confidence)}
    </span>
  );
}

function InterventionsCell(row: ListedRecord, { words }: DecisionCells) {
  const count = row.interventions.length;
  if (count === 0) return <Absent words={words} />;
  const { status, waiting } = effectOfRow(row);
  const state = waiting ?? status;
  return (
    <span
      className={classes.hands}
      data-waits={waiting !== null || undefined}
      title={words.standing[state]}
    >
      <IconUserEdit size={14} stroke={1.75} aria-hidden="true" />
      {count}
      <span className="pd-hidden"> {words.standing[state]}</span>
    </span>
  );
}
