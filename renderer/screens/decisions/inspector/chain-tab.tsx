/** The record's place in the chain, and its own check field by field. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry, Finding, RecordVerification } from '../../../../shared/contract/chain.ts';
import { useEntries } from '../../../api/chain.ts';
import type { RecordRow } from '../../../api/records.ts';
import { ChainRail, type RailItem } from '../../../ui/chain/chain-rail.tsx';
import { useEntryTypeWord } from '../../../ui/chain/entry-type-word.ts';
import type { EntryCheck } from '../../../ui/chain/check-entries.ts';
import { useEntryChecks } from '../../../ui/chain/use-entry-checks.ts';
import { chainBreaks, isInOrder } from '../../../ui/chain/verdicts.ts';
import { ExpectedActual } from '../../../ui/diff/expected-actual.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { QueryError } from '../../../ui/states.tsx';
import { StatusBadge, StatusShapeMark } from '../../../ui/status-badge.tsx';
import { VerdictHelp } from '../../../ui/chain/verdict-help.tsx';
import type { RecordCheck } from './verdict-line.tsx';
import { VerdictLine } from './verdict-line.tsx';
import { InEnglish } from '../../../ui/in-english.tsx';
import classes from './inspector.module.css';

/** Entries shown before and after the record's own. */
const neighbours = 3;

const namedFields = ['entry', 'link', 'previous_hash', 'hash'] as const;

function useFieldName() {
  const { t } = useTranslation('inspector');
  return (field: string) => {
    const named = namedFields.find((name) => name === field);
    return named === undefined ? field : t(`chain.fields.${named}`);
  };
}

function FindingDetail({ finding }: { finding: Finding }) {
  return (
    <div className={classes.finding}>
      <p>
        <InEnglish>{finding.message}</InEnglish>
      </p>
      <ExpectedActual expected={finding.expected} actual={finding.actual} />
    </div>
  );
}

/** One row a field, with what was expected where it does not hold. */
function Fields({ check }: { check: RecordVerification }) {
  const { t } = useTranslation('integrity');
  const nameOf = useFieldName();
  const named = new Set(check.fields.map((each) => each.field));
  const general = check.findings.filter(
    (finding) => finding.field === null || !named.has(finding.field),
  );
  return (
    <ul className={classes.fields}>
      {check.fields.map((each) => {
        const good = isInOrder(each.verdict);
        return (
          <li key={each.field} data-bad={!good || undefined}>
            <div className={classes.field}>
              <span className={classes.fieldMark} data-tone={good ? 'ok' : 'bad'}>
                <StatusShapeMark shape={good ? 'dot' : 'diamond'} />
              </span>
              <span className="pd-space">{nameOf(each.field)}</span>
              {good ? (
                <span className="pd-dim">{t(`entryVerdicts.${each.verdict}`)}</span>
              ) : (
                <>
                  <StatusBadge tone="bad" shape="none">
                    {t(`entryVerdicts.${each.verdict}`)}
                  </StatusBadge>
                  <VerdictHelp verdict={each.verdict} />
                </>
              )}
            </div>
            {check.findings
              .filter((finding) => finding.field === each.field)
              .map((finding) => (
                <FindingDetail key={`${finding.verdict} ${finding.seq}`} finding={finding} />
              ))}
          </li>
        );
      })}
      {general.map((finding) => (
        <li key={`${finding.verdict} ${finding.field}`} data-bad>
          <div className={classes.field}>
            <span className={classes.fieldMark} data-tone="bad">
              <StatusShapeMark shape="diamond" />
            </span>
            <span className="pd-space">{nameOf(finding.field ?? 'entry')}</span>
            <StatusBadge tone="bad" shape="none">
              {t(`entryVerdicts.${finding.verdict}`)}
            </StatusBadge>
            <VerdictHelp verdict={finding.verdict} />
          </div>
          <FindingDetail finding={finding} />
        </li>
      ))}
    </ul>
  );
}

function useRailItems(
  record: RecordRow,
  check: RecordCheck,
  entries: readonly Entry[],
  checks: ReadonlyMap<number, EntryCheck>,
  onOpenRecord: ((id: string) => void) | undefined,
): RailItem[] {
  const { t } = useTranslation(['integrity', 'inspector']);
  const typeWord = useEntryTypeWord();
  const firstBreak = entries.find((entry) => {
    const found = checks.get(entry.seq);
    if (found !== undefined && (!found.hashHolds || found.link === 'broken')) return true;
    return (
      entry.seq === record.seq && check.check !== undefined && chainBreaks.has(check.check.verdict)
    );
  })?.seq;
  return entries.map((entry): RailItem => {
    const own = entry.seq === record.seq;
    const found = checks.get(entry.seq);
    const broken = found !== undefined && (!found.hashHolds || found.link === 'broken');
    let state: RailItem['state'] = 'unknown';
    let word: string = t('detail.unknown');
    if (!own && firstBreak !== undefined && entry.seq > firstBreak) {
      state = 'after';
      word = t('detail.afterBreak');
    } else if (broken) {
      state = 'bad';
      word = found.link === 'broken' ? t('detail.linkBroken') : t('detail.hashBroken');
    } else if (found !== undefined) {
      state = found.link === 'holds' ? 'ok' : 'unknown';
      word = found.link === 'holds' ? t('detail.linkHolds') : t('detail.hashHolds');
    }
    if (own && check.state === 'failed') {
      state = 'bad';
      word = t('inspector:verdict.failed');
    } else if (own && check.state === 'verified' && !broken) {
      state = 'ok';
      word = t('inspector:verdict.verified');
    }
    const { record_id: id } = entry;
    return {
      seq: entry.seq,
      state,
      word,
      title: typeWord(entry.type),
      hash: entry.hash,
      detail: <Instant at={entry.created_at} withZone />,
      selected: own,
      linked: found?.link === 'holds',
      onOpen: own || id === null || onOpenRecord === undefined ? undefined : () => onOpenRecord(id),
    };
  });
}

export function ChainTab({
  record,
  seq,
  check,
  onOpenRecord,
}: {
  record: RecordRow;
  /** Of the record. */
  seq: number;
  check: RecordCheck;
  onOpenRecord: ((id: string) => void) | undefined;
}) {
  const { t } = useTranslation('inspector');
  const from = Math.max(0, seq - neighbours);
  // One entry more than is shown, so that the first one's link can be judged.
  const readFrom = Math.max(0, from - 1);
  const query = useEntries(readFrom, seq - readFrom + neighbours + 1);
  const entries = useMemo(
    () => (query.data?.data ?? []).filter((entry) => entry.seq >= from),
    [query.data, from],
  );
  const checks = useEntryChecks(query.data?.data);
  const items = useRailItems(record, check, entries, checks, onOpenRecord);
  return (
    <div className="pd-pane-body">
      <VerdictLine check={check} />
      {check.check !== undefined && (
        <section className="pd-slim">
          <h3 className={classes.caption}>{t('chain.checks')}</h3>
          <Fields check={check.check} />
        </section>
      )}
      <section className="pd-slim">
        <h3 className={classes.caption}>{t('chain.rail')}</h3>
        {query.isError ? (
          <QueryError query={query} />
        ) : (
          <ChainRail items={items} label={t('chain.rail')} />
        )}
        <p className={classes.quiet}>{t('chain.railNote')}</p>
      </section>
      <p className={classes.quiet}>{t('verdict.scope')}</p>
    </div>
  );
}
