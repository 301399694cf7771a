/** The keys and commands that decisions have besides those of any row. A part of its own: it must not run with every row that scrolls by. */
import { memo, type RefObject } from 'react';
import {
  IconArrowUp,
  IconArrowsDiff,
  IconCheck,
  IconCopy,
  IconEye,
  IconFileZip,
  IconHash,
  IconListNumbers,
  IconMessage,
  IconPin,
  IconReplace,
  IconShieldCheck,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { useIsReadOnly } from '../../api/workspace.ts';
import { useCommands, type Command } from '../../ui/commands/commands.ts';
import type { RecordAction } from '../interventions/standing.ts';

/** Actions of the commands; the grid keeps the newest in a ref. */
export interface DecisionActions {
  readonly hasRow: () => boolean;
  /** Its content is read, too. */
  readonly hasContent: () => boolean;
  readonly canGoToRow: () => boolean;
  readonly goToRow: () => void;
  readonly peek: () => void;
  readonly copyHash: () => void;
  readonly canCopyCell: () => boolean;
  readonly copyCell: () => void;
  readonly verify: () => void;
  readonly mark: () => void;
  readonly canCompare: () => boolean;
  readonly compare: () => void;
  readonly goToBreak: (way: 1 | -1) => void;
  readonly intervene: (action: RecordAction) => void;
  readonly exportBundle: () => void;
  /** Lists every decision about the same person. */
  readonly samePerson: () => void;
}

type Plain =
  | 'goToRow'
  | 'peek'
  | 'copyHash'
  | 'copyCell'
  | 'verify'
  | 'mark'
  | 'compare'
  | 'samePerson';
type Condition = 'hasRow' | 'hasContent' | 'canGoToRow' | 'canCopyCell' | 'canCompare';

/** Commands of a row in the order of its menu. */
export const menuCommands: readonly string[] = [
  'row.open',
  'row.peek',
  'row.select',
  'divider of copies',
  'row.copy-id',
  'row.copy-hash',
  'row.copy-json',
  'row.copy-cell',
  'divider of checks',
  'row.verify',
  'row.mark',
  'row.compare',
  'divider of persons',
  'row.person',
];

/** What is done with a decision, a key each. */
const acts = [
  { action: 'approve', key: 'a', icon: IconCheck },
  { action: 'override', key: 'o', icon: IconReplace },
  { action: 'escalate', key: 'u', icon: IconArrowUp },
  { action: 'annotate', key: 'n', icon: IconMessage },
] as const;

function DecisionCommandsPart({
  actions,
  isMarked,
}: {
  actions: RefObject<DecisionActions | null>;
  /** What they act on is marked: the command says the opposite. */
  isMarked: boolean;
}) {
  const { t } = useTranslation('decisions');
  const { t: words } = useTranslation('interventions');
  const { t: bundles } = useTranslation('bundles');
  const { t: tables } = useTranslation('tables');
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  const row = (
    id: string,
    title: string,
    key: string,
    rest: Pick<Command, 'icon' | 'isEnabled' | 'run'>,
  ): Command => ({ id, title, keys: [key], ...rest, group: 'row', scope: 'grid' });
  const when = (condition: Condition) => () => actions.current?.[condition]() === true;
  const plain = (name: Plain, condition: Condition, icon: NonNullable<Command['icon']>) => ({
    icon,
    isEnabled: when(condition),
    run: () => actions.current?.[name](),
  });
  // What the key may not is no command at all: neither the palette nor the list of keys names it.
  const offeredActs = may('createIntervention') ? acts : [];
  const exportBundle = row('row.export-bundle', bundles('command'), 'e', {
    icon: IconFileZip,
    isEnabled: () => !isReadOnly,
    run: () => actions.current?.exportBundle(),
  });
  const toBreak = (id: string, title: string, key: string, way: 1 | -1) =>
    row(id, title, key, { run: () => actions.current?.goToBreak(way) });
  const breaks = [
    toBreak('row.previous-break', t('command.previousBreak'), '[', -1),
    toBreak('row.next-break', t('command.nextBreak'), ']', 1),
  ];
  const marking = t(isMarked ? 'command.unmark' : 'command.mark');
  useCommands([
    row(
      'row.go-to',
      tables('goToRow.command'),
      'g',
      plain('goToRow', 'canGoToRow', IconListNumbers),
    ),
    row('row.peek', t('command.peek'), 'space', plain('peek', 'hasRow', IconEye)),
    row(
      'row.copy-hash',
      t('command.copyHash'),
      'shift+c',
      plain('copyHash', 'hasContent', IconHash),
    ),
    row(
      'row.copy-cell',
      t('command.copyCell'),
      'mod+c',
      plain('copyCell', 'canCopyCell', IconCopy),
    ),
    row('row.verify', t('command.verify'), 'v', plain('verify', 'hasRow', IconShieldCheck)),
    ...offeredActs.map(({ action, key, icon }) =>
      row(`row.${action}`, words(`commands.${action}`), key, {
        icon,
        isEnabled: () => when('hasRow')() && !isReadOnly,
        run: () => actions.current?.intervene(action),
      }),
    ),
    ...(may('searchPersons')
      ? [row('row.person', t('command.samePerson'), 'p', plain('samePerson', 'hasRow', IconUsers))]
      : []),
    ...(may('createBundle') ? [exportBundle] : []),
    row('row.mark', marking, 'm', plain('mark', 'hasContent', IconPin)),
    row('row.compare', t('command.compare'), 'd', plain('compare', 'canCompare', IconArrowsDiff)),
    ...(may('listFindings') ? breaks : []),
  ]);
  return null;
}

export const DecisionCommands = memo(DecisionCommandsPart);
