/** The whole record as a tree, and the exact bytes behind the value that is selected, both ways. */
import { useMemo, useState } from 'react';
import { IconBraces, IconCopy, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { canonicalJson } from '../../../../shared/ledger/canonical-json.ts';
import type { JsonObject } from '../../../../shared/contract/json.ts';
import { countHidden } from '../../../../shared/hidden-text.ts';
import { useMay } from '../../../api/capabilities.ts';
import { useEntries } from '../../../api/chain.ts';
import type { RecordRow } from '../../../api/records.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { formatCount, journalNumber } from '../../../ui/format.ts';
import { IconAction } from '../../../ui/icon-action.tsx';
import { BytesView } from '../../../ui/json/bytes-view.tsx';
import {
  formatPath,
  indexJson,
  nodeCovering,
  stepsTo,
  utf8Length,
  valueText,
  type JsonIndex,
  type JsonNode,
} from '../../../ui/json/json-index.ts';
import { JsonTree } from '../../../ui/json/json-tree.tsx';
import {
  committedMember,
  entryRange,
  memberNode,
  recordNodeOfEntry,
  type ByteSource,
} from './content-source.ts';
import { SegmentedControl } from '../../../ui/form/choices.tsx';
import classes from './inspector.module.css';

/** The record as canonical text; members that were not sent are not there. */
function recordText(record: RecordRow): string {
  const object: JsonObject = {};
  for (const [name, value] of Object.entries(record)) {
    if (value !== undefined) object[name] = value;
  }
  return canonicalJson(object);
}

/** A text that stands for bytes, measured once: it can be a megabyte, and each selection draws it. */
interface MeasuredText {
  readonly text: string;
  readonly bytes: number;
  readonly hidden: number;
  readonly byteAt: (offset: number) => number;
}

function measured(text: string): MeasuredText {
  const bytes = utf8Length(text);
  const isAscii = bytes === text.length;
  return {
    text,
    bytes,
    hidden: countHidden(text),
    byteAt: (offset) => (isAscii ? offset : utf8Length(text, 0, offset)),
  };
}

/** The committed value of a member. */
function measuredMember(
  index: JsonIndex | undefined,
  member: string | undefined,
): MeasuredText | undefined {
  const holder =
    index === undefined || member === undefined ? undefined : memberNode(index, member);
  return index === undefined || holder === undefined
    ? undefined
    : measured(valueText(index, holder));
}

interface ShownBytes extends MeasuredText {
  readonly highlight: readonly [number, number] | undefined;
  /** The value of the record that a place in `text` stands for. */
  readonly nodeOf: (offset: number) => JsonNode | undefined;
  /** What the text is of: a member, or the entry. */
  readonly what: string;
}

/** The committed value around `node`: its offsets are the record's, moved by where the member begins. */
function valueBytes(
  index: JsonIndex,
  node: JsonNode,
  member: string,
  value: MeasuredText,
): ShownBytes {
  const from = index.start[memberNode(index, member) ?? 0] ?? 0;
  const start = (index.start[node] ?? 0) - from;
  const end = (index.end[node] ?? 0) - from;
  return {
    ...value,
    highlight: [start, end],
    nodeOf: (offset) => nodeCovering(index, offset + from),
    what: member,
  };
}

function entryBytes(
  index: JsonIndex,
  node: JsonNode,
  stored: MeasuredText,
  entry: JsonIndex | undefined,
  what: string,
): ShownBytes {
  return {
    ...stored,
    highlight: entry === undefined ? undefined : entryRange(index, node, entry),
    nodeOf: (offset) =>
      entry === undefined
        ? undefined
        : recordNodeOfEntry(index, entry, nodeCovering(entry, offset)),
    what,
  };
}

/** The bytes to show for a selected value, from the committed value or from the journal entry. */
function useShownBytes(
  index: JsonIndex | undefined,
  node: JsonNode,
  storedText: string | undefined,
  entry: JsonIndex | undefined,
  source: ByteSource,
): ShownBytes | undefined {
  const { t } = useTranslation('inspector');
  const member = index === undefined ? undefined : committedMember(index, node);
  const value = useMemo(() => measuredMember(index, member), [index, member]);
  const stored = useMemo(
    () => (storedText === undefined ? undefined : measured(storedText)),
    [storedText],
  );
  if (index === undefined) return undefined;
  if (source === 'value') {
    return member === undefined || value === undefined
      ? undefined
      : valueBytes(index, node, member, value);
  }
  return stored === undefined
    ? undefined
    : entryBytes(index, node, stored, entry, t('content.entry'));
}

export function ContentTab({ record }: { record: RecordRow }) {
  const { t } = useTranslation('inspector');
  const text = useMemo(() => recordText(record), [record]);
  const index = useMemo(() => indexJson(text), [text]);
  const [chosen, setChosen] = useState<{ of: string; node: JsonNode }>();
  const [asked, setAsked] = useState<ByteSource>('value');
  const may = useMay();
  const hasEntry = record.seq !== undefined && may('listEntries');
  const entries = useEntries(hasEntry ? record.seq : undefined, 1);
  const stored = entries.data?.data.find((entry) => entry.seq === record.seq);
  const entry = useMemo(
    () => (stored === undefined ? undefined : indexJson(stored.bytes)),
    [stored],
  );
  const selected = chosen?.of === record.id ? chosen.node : undefined;
  const node = selected ?? (index === undefined ? undefined : memberNode(index, 'input')) ?? 1;
  const isCommitted = index !== undefined && committedMember(index, node) !== undefined;
  const source: ByteSource = isCommitted ? asked : 'entry';
  const bytes = useShownBytes(index, node, stored?.bytes, entry, source);
  if (index === undefined) return null;
  const entryAbsence = hasEntry
    ? t('content.entryMissing', { number: journalNumber(record.seq) })
    : t('content.entryNotOffered');

  const choose = (next: JsonNode | undefined) => {
    if (next !== undefined && next > 0) setChosen({ of: record.id, node: next });
  };
  const path = formatPath(stepsTo(index, node));
  const commitment =
    isCommitted && entry !== undefined ? entryRange(index, node, entry) : undefined;

  return (
    <div className={classes.content}>
      <div className={classes.treePane}>
        <JsonTree
          index={index}
          selected={selected}
          onSelect={choose}
          label={t('content.tree')}
          actions={
            <IconAction
              label={t('content.copyRecord')}
              icon={IconBraces}
              onClick={() => void copyText(text, t('content.record'))}
            />
          }
        />
      </div>
      <div className={classes.bytesPane}>
        <div className="pd-row pd-gap-2">
          <SegmentedControl
            aria-label={t('content.source')}
            value={source}
            onChange={(value) => setAsked(value === 'entry' ? 'entry' : 'value')}
            data={[
              { value: 'value', label: t('content.value'), disabled: !isCommitted },
              { value: 'entry', label: t('content.entry') },
            ]}
          />
          <span className="pd-space" />
          <IconAction
            label={t('content.copyPath')}
            icon={IconRoute}
            onClick={() => void copyText(path, t('json.path'))}
          />
          <IconAction
            label={t('content.copyValue')}
            icon={IconCopy}
            onClick={() => void copyText(valueText(index, node), t('json.value'))}
          />
        </div>
        {bytes === undefined ? (
          <p className={classes.quiet}>
            {entries.isFetching ? t('content.entryLoading') : entryAbsence}
          </p>
        ) : (
          <>
            <ShownText
              bytes={bytes}
              path={path}
              isChosen={selected !== undefined}
              onPick={(offset) => choose(bytes.nodeOf(offset))}
              onStep={(way) => choose(Math.max(1, Math.min(index.size - 1, node + way)))}
            />
            <div className={classes.bytesNote}>
              {source === 'value' && commitment !== undefined && entry !== undefined ? (
                <>
                  <code className={classes.commitment} title={t('content.commitmentHint')}>
                    {entry.text.slice(commitment[0] + 1, commitment[1] - 1)}
                  </code>
                  <span>{t('content.commitmentHint')}</span>
                </>
              ) : (
                <span>
                  {entry === undefined ? t('content.entryNotJson') : t('content.entryHint')}
                </span>
              )}
              {bytes.hidden > 0 && <span>{t('content.hidden', { count: bytes.hidden })}</span>}
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** Bytes of a value or of the entry, with the chosen ones marked: where they stand, or how many there are. */
function ShownText({
  bytes,
  path,
  isChosen,
  onPick,
  onStep,
}: {
  bytes: ShownBytes;
  path: string;
  isChosen: boolean;
  onPick: (offset: number) => void;
  onStep: (way: -1 | 1) => void;
}) {
  const { t } = useTranslation('inspector');
  const highlight = isChosen ? bytes.highlight : undefined;
  return (
    <>
      <div className="pd-flex pd-gap-12 pd-small pd-baseline pd-split">
        <bdi className="pd-slim pd-typed pd-strong pd-clip" title={path}>
          {path}
        </bdi>
        <span className="pd-fixed pd-dim">
          {highlight === undefined
            ? t('content.size', { count: bytes.bytes, total: formatCount(bytes.bytes) })
            : t('content.range', {
                from: formatCount(bytes.byteAt(highlight[0])),
                to: formatCount(bytes.byteAt(highlight[1])),
                total: formatCount(bytes.bytes),
              })}
        </span>
      </div>
      <div className={classes.bytesBox}>
        <BytesView
          text={bytes.text}
          highlight={highlight}
          label={t('content.bytesOf', { what: bytes.what })}
          onPick={onPick}
          onStep={onStep}
        />
      </div>
    </>
  );
}
