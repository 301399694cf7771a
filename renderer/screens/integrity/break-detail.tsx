/** One break: what was expected, what is there, and the segment of the chain around it. */
import { useMemo } from 'react';
import { ActionIcon, Anchor } from '@mantine/core';
import { IconArrowRight, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isOfRow, type Entry, type Finding } from '../../../shared/contract/chain.ts';
import { useEntries } from '../../api/chain.ts';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { decisionsAddress } from '../../ui/addresses.ts';
import { ChainRail, type RailItem } from '../../ui/chain/chain-rail.tsx';
import type { EntryCheck } from '../../ui/chain/check-entries.ts';
import { useEntryTypeWord } from '../../ui/chain/entry-type-word.ts';
import { useEntryChecks } from '../../ui/chain/use-entry-checks.ts';
import { copyText } from '../../ui/clipboard.ts';
import { ExpectedActual } from '../../ui/diff/expected-actual.tsx';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { QueryError } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { VerdictHelp } from '../../ui/chain/verdict-help.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import { RowFacts } from './row-facts.tsx';
import classes from './integrity.module.css';

/** Entries before and after the break. */
const around = 3;

interface SegmentInput {
  readonly from: number;
  readonly to: number;
  readonly entries: readonly Entry[];
  readonly checks: ReadonlyMap<number, EntryCheck>;
  readonly findings: readonly Finding[];
  readonly firstChainBreak: number | undefined;
  readonly selected: number;
}

function useSegment(input: SegmentInput): RailItem[] {
  const { t } = useTranslation('integrity');
  const typeWord = useEntryTypeWord();
  const { from, to, entries, checks, findings, firstChainBreak, selected } = input;
  const items: RailItem[] = [];
  for (let seq = from; seq <= to; seq += 1) {
    const entry = entries.find((each) => each.seq === seq);
    const finding = findings.find((each) => each.seq === seq);
    if (entry === undefined && finding === undefined) continue;
    const check = checks.get(seq);
    const base = {
      seq,
      title: typeWord(entry?.type ?? finding?.type ?? null),
      hash: entry?.hash,
      detail: entry === undefined ? undefined : <Instant at={entry.created_at} withZone />,
      selected: seq === selected,
      linked: check?.link === 'holds',
    };
    const isAfter = firstChainBreak !== undefined && seq > firstChainBreak;
    if (finding !== undefined) {
      const word = t(`entryVerdicts.${finding.verdict}`);
      items.push({ ...base, state: isAfter && seq !== selected ? 'after' : 'bad', word });
    } else if (isAfter) {
      items.push({ ...base, state: 'after', word: t('detail.afterBreak') });
    } else if (check !== undefined && check.hashHolds && check.link === 'holds') {
      items.push({ ...base, state: 'ok', word: t('detail.linkHolds') });
    } else if (check !== undefined && (!check.hashHolds || check.link === 'broken')) {
      const word = check.hashHolds ? t('detail.linkBroken') : t('detail.hashBroken');
      items.push({ ...base, state: 'bad', word });
    } else {
      items.push({ ...base, state: 'unknown', word: t('detail.unknown') });
    }
  }
  return items;
}

function Segment({
  seq,
  findings,
  firstChainBreak,
}: {
  seq: number;
  findings: readonly Finding[];
  firstChainBreak: number | undefined;
}) {
  const { t } = useTranslation('integrity');
  const from = Math.max(0, seq - around);
  // One entry more than is shown, so that the first one's link can be judged.
  const readFrom = Math.max(0, from - 1);
  const query = useEntries(readFrom, seq - readFrom + around + 1);
  const entries = useMemo(() => query.data?.data ?? [], [query.data]);
  const checks = useEntryChecks(query.data?.data);
  const items = useSegment({
    from,
    to: seq + around,
    entries,
    checks,
    findings,
    firstChainBreak,
    selected: seq,
  });
  return (
    <section>
      <h4 className={classes.caption}>{t('detail.segment')}</h4>
      {query.isError ? (
        <QueryError query={query} title={t('detail.segmentFailed')} />
      ) : (
        <ChainRail items={items} label={t('detail.segment')} />
      )}
      <p className={classes.note}>{t('detail.railNote')}</p>
    </section>
  );
}

function EntryFacts({ finding }: { finding: Finding }) {
  const { t } = useTranslation('integrity');
  const { record_id: id } = finding;
  return (
    <>
      <p className={classes.message}>
        <InEnglish>{finding.message}</InEnglish>
      </p>
      <dl className={classes.detailFacts}>
        <div>
          <dt>{t('breaks.field')}</dt>
          <dd>{finding.field === null ? t('breaks.whole') : <code>{finding.field}</code>}</dd>
        </div>
        {id !== null && (
          <div>
            <dt>{t('breaks.record')}</dt>
            <dd>
              <code>{id}</code>
              <ActionIcon
                size="sm"
                aria-label={t('detail.copyRecord')}
                onClick={() => void copyText(id, t('detail.recordId'))}
              >
                <IconCopy size={13} />
              </ActionIcon>
              <Anchor
                component={PlaceWay}
                href={decisionsAddress({ record: id })}
                className={classes.open ?? ''}
              >
                {t('detail.openRecord')} <IconArrowRight size={13} />
              </Anchor>
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}

export function BreakDetail({
  finding,
  isFirst,
  findings,
  firstChainBreak,
}: {
  finding: Finding;
  isFirst: boolean;
  /** Breaks near this one, this one among them. */
  findings: readonly Finding[];
  firstChainBreak: number | undefined;
}) {
  const { t } = useTranslation(['integrity', 'rows']);
  const { seq } = finding;
  const isRow = isOfRow(finding);
  return (
    <article className="pd-grid pd-gap-14">
      <header className="pd-wrapping pd-gap-8 pd-titled">
        <h3>
          {isRow || seq === null ? t('rows:title') : t('detail.title', { seq: formatCount(seq) })}
        </h3>
        <StatusBadge tone="bad">{t(`entryVerdicts.${finding.verdict}`)}</StatusBadge>
        <VerdictHelp verdict={finding.verdict} />
        {isFirst && (
          <StatusBadge tone="neutral" shape="none">
            {t('breaks.first')}
          </StatusBadge>
        )}
      </header>
      {isRow ? <RowFacts finding={finding} /> : <EntryFacts finding={finding} />}
      {(finding.expected !== null || finding.actual !== null) && (
        <section>
          <h4 className={classes.caption}>{t('detail.difference')}</h4>
          <ExpectedActual expected={finding.expected} actual={finding.actual} />
        </section>
      )}
      {seq !== null && <Segment seq={seq} findings={findings} firstChainBreak={firstChainBreak} />}
    </article>
  );
}
