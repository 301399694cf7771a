/** The whole record as a tree, and the exact bytes behind the value that is selected, both ways. */
import { useMemo, useState } from 'react';
import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import { IconBraces, IconCopy, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { canonicalJson } from '../../../../shared/ledger/canonical-json.ts';
import type { JsonObject } from '../../../../shared/contract/json.ts';
import { useEntries } from '../../../api/chain.ts';
import type { RecordRow } from '../../../api/records.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { formatCount } from '../../../ui/format.ts';
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
import { countHidden } from '../../../ui/json/text-lines.ts';
import {
  committedMember,
  entryRange,
  memberNode,
  recordNodeOfEntry,
  type ByteSource,
} from './content-source.ts';
import classes from './inspector.module.css';

/** The record as canonical text; members that were not sent are not there. */
function recordText(record: RecordRow): string {
  const object: JsonObject = {};
  for (const [name, value] of Object.entries(record)) {
    if (value !== undefined) object[name] = value;
  }
  return canonicalJson(object);
}

interface Bytes {
  readonly text: string;
  readonly highlight: readonly [number, number] | undefined;
  /** The value of the record that a place in `text` stands for. */
  readonly nodeOf: (offset: number) => JsonNode | undefined;
  /** What the text is of: a member, or the entry. */
  readonly what: string;
}

/** The committed value around `node`: its offsets are the record's, moved. */
function valueBytes(index: JsonIndex, node: JsonNode): Bytes | undefined {
  const member = committedMember(index, node);
  const holder = member === undefined ? undefined : memberNode(index, member);
  if (member === undefined || holder === undefined) return undefined;
  const from = index.start[holder] ?? 0;
  const start = (index.start[node] ?? 0) - from;
  const end = (index.end[node] ?? 0) - from;
  return {
    text: valueText(index, holder),
    highlight: [start, end],
    nodeOf: (offset) => nodeCovering(index, offset + from),
    what: member,
  };
}

function entryBytes(
  index: JsonIndex,
  node: JsonNode,
  bytes: string,
  entry: JsonIndex | undefined,
  what: string,
): Bytes {
  if (entry === undefined)
    return { text: bytes, highlight: undefined, nodeOf: () => undefined, what };
  return {
    text: bytes,
    highlight: entryRange(index, node, entry),
    nodeOf: (offset) => recordNodeOfEntry(index, entry, nodeCovering(entry, offset)),
    what,
  };
}

export function ContentTab({ record }: { record: RecordRow }) {
  const { t } = useTranslation('inspector');
  const text = useMemo(() => recordText(record), [record]);
  const index = useMemo(() => indexJson(text), [text]);
  const [chosen, setChosen] = useState<{ of: string; node: JsonNode }>();
  const [asked, setAsked] = useState<ByteSource>('value');
  const entries = useEntries(record.seq, 1);
  const stored = entries.data?.data.find((entry) => entry.seq === record.seq);
  const entry = useMemo(
    () => (stored === undefined ? undefined : indexJson(stored.bytes)),
    [stored],
  );
  if (index === undefined) return null;

  const selected = chosen?.of === record.id ? chosen.node : undefined;
  const node = selected ?? memberNode(index, 'input') ?? 1;
  const choose = (next: JsonNode | undefined) => {
    if (next !== undefined && next > 0) setChosen({ of: record.id, node: next });
  };
  const isCommitted = committedMember(index, node) !== undefined;
  const source: ByteSource = isCommitted ? asked : 'entry';
  const bytes =
    source === 'value'
      ? valueBytes(index, node)
      : stored === undefined
        ? undefined
        : entryBytes(index, node, stored.bytes, entry, t('content.entry'));
  const path = formatPath(stepsTo(index, node));
  const commitment =
    isCommitted && entry !== undefined ? entryRange(index, node, entry) : undefined;
  const hidden = bytes === undefined ? 0 : countHidden(bytes.text);

  return (
    <div className={classes.content}>
      <div className={classes.treePane}>
        <JsonTree
          index={index}
          selected={selected}
          onSelect={choose}
          label={t('content.tree')}
          actions={
            <Tooltip label={t('content.copyRecord')}>
              <ActionIcon
                size="sm"
                aria-label={t('content.copyRecord')}
                onClick={() => void copyText(text, t('content.record'))}
              >
                <IconBraces size={15} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          }
        />
      </div>
      <div className={classes.bytesPane}>
        <div className={classes.bytesHead}>
          <SegmentedControl
            aria-label={t('content.source')}
            value={source}
            onChange={(value) => setAsked(value === 'entry' ? 'entry' : 'value')}
            data={[
              { value: 'value', label: t('content.value'), disabled: !isCommitted },
              { value: 'entry', label: t('content.entry') },
            ]}
          />
          <span className={classes.space} />
          <Tooltip label={t('content.copyPath')}>
            <ActionIcon
              size="sm"
              aria-label={t('content.copyPath')}
              onClick={() => void copyText(path, t('json.path'))}
            >
              <IconRoute size={15} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('content.copyValue')}>
            <ActionIcon
              size="sm"
              aria-label={t('content.copyValue')}
              onClick={() => void copyText(valueText(index, node), t('json.value'))}
            >
              <IconCopy size={15} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        </div>
        {bytes === undefined ? (
          <p className={classes.quiet}>
            {entries.isPending
              ? t('content.entryLoading')
              : t('content.entryMissing', { seq: record.seq })}
          </p>
        ) : (
          <>
            <div className={classes.bytesFacts}>
              <bdi className={classes.path} title={path}>
                {path}
              </bdi>
              <span className={classes.range}>
                {selected === undefined || bytes.highlight === undefined
                  ? t('content.size', { total: formatCount(utf8Length(bytes.text)) })
                  : t('content.range', {
                      from: formatCount(utf8Length(bytes.text, 0, bytes.highlight[0])),
                      to: formatCount(utf8Length(bytes.text, 0, bytes.highlight[1])),
                      total: formatCount(utf8Length(bytes.text)),
                    })}
              </span>
            </div>
            <div className={classes.bytesBox}>
              <BytesView
                text={bytes.text}
                highlight={selected === undefined ? undefined : bytes.highlight}
                label={t('content.bytesOf', { what: bytes.what })}
                onPick={(offset) => choose(bytes.nodeOf(offset))}
                onStep={(direction) =>
                  choose(Math.max(1, Math.min(index.size - 1, node + direction)))
                }
              />
            </div>
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
              {hidden > 0 && <span>{t('content.hidden', { count: hidden })}</span>}
            </div>
          </>
        )}
      </div>
    </div>
  );
}
