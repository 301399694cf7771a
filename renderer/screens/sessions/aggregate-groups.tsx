/** Groups of an answer as a table, one of their measures as bars; and the way to what vouches for it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonValue } from '../../../shared/contract/json.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { AggregateAnswer } from '../../api/sessions.ts';
import { sessionAddress } from '../../ui/addresses.ts';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import { formatCount } from '../../ui/format.ts';
import { Sideways } from '../../ui/sideways.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { barsOf, cellText, drawable, keyParts, tableOf } from './aggregate-result.ts';
import sessionClasses from './session.module.css';
import classes from './aggregate.module.css';

/** Leads to what vouches for an answer that leaves evidence. */
export function AnswerEvidence({
  sessionId,
  evidenceId,
}: {
  sessionId: string;
  evidenceId: string | undefined;
}) {
  const { t } = useTranslation('sessions');
  if (evidenceId === undefined) return null;
  return (
    <p className="pd-note" role="status">
      <a href={sessionAddress(sessionId, { tab: 'evidence', evidence: evidenceId })}>
        {t('transform.showEvidence')}
      </a>
    </p>
  );
}

export function AggregateGroups({
  answer,
  none,
}: {
  readonly answer: AggregateAnswer;
  /** What is said where there is no group. */
  readonly none: { readonly title: string; readonly text: string };
}) {
  const { t } = useTranslation('sessions');
  const { results: rows } = answer;
  const { keys, measures } = tableOf(rows);
  const choices = drawable(rows, measures);
  const [chosen, setChosen] = useState<string>();
  const drawn = choices.find((each) => each === chosen) ?? choices[0];
  if (rows.length === 0) {
    return (
      <EmptyState compact icon={null} title={none.title}>
        {none.text}
      </EmptyState>
    );
  }
  return (
    <section className="pd-section" aria-label={t('aggregate.result')}>
      <div className="pd-wrapping pd-gap-4-12 pd-below-8">
        <h2 className="pd-heading" role="status">
          {t(answer.has_more ? 'aggregate.groupsMore' : 'aggregate.groups', {
            count: rows.length,
            groups: formatCount(rows.length),
          })}
        </h2>
        {choices.length > 1 && drawn !== undefined && (
          <SegmentedControl
            aria-label={t('aggregate.drawn')}
            data={choices}
            value={drawn}
            onChange={setChosen}
          />
        )}
      </div>
      <GroupTable rows={rows} keys={keys} measures={measures} drawn={drawn} />
    </section>
  );
}

/** The groups with their measures; one of those is drawn as bars where there is something to compare. */
function GroupTable({
  rows,
  keys,
  measures,
  drawn,
}: {
  rows: AggregateAnswer['results'];
  keys: readonly string[];
  measures: readonly string[];
  drawn: string | undefined;
}) {
  const { t } = useTranslation('sessions');
  const bars = drawn === undefined ? [] : barsOf(rows, drawn);
  return (
    <Sideways>
      <table className={sessionClasses.table} aria-label={t('aggregate.result')}>
        <thead>
          <tr>
            {keys.map((name) => (
              <th key={name} scope="col">
                {name === '_id' ? t('aggregate.group') : name}
              </th>
            ))}
            {drawn !== undefined && rows.length > 1 && (
              <th scope="col">{t('aggregate.chartOf', { name: drawn })}</th>
            )}
            {measures.map((name) => (
              <th key={name} scope="col" data-align="end">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => {
            const parts = keyParts(row);
            const bar = bars[place];
            return (
              <tr key={JSON.stringify(row['_id'] ?? place)}>
                {keys.map((name) => (
                  <GroupCell key={name} value={parts[name]} />
                ))}
                {drawn !== undefined && rows.length > 1 && (
                  <td className={classes.barCell}>
                    <div className={classes.barRoom} aria-hidden="true">
                      {bar !== null && bar !== undefined && (
                        <div
                          className={classes.bar}
                          style={{ insetInlineStart: `${bar.start}%`, width: `${bar.width}%` }}
                        />
                      )}
                    </div>
                  </td>
                )}
                {measures.map((name) => (
                  <td key={name} data-align="end">
                    {cellText(row[name])}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Sideways>
  );
}

/** Missing and null are one group. */
function GroupCell({ value }: { value: JsonValue | undefined }) {
  const { t } = useTranslation('sessions');
  if (value === null || value === undefined) {
    return <td className="pd-dim pd-italic">{t('aggregate.missing')}</td>;
  }
  const text = cellText(value);
  return (
    <td className={classes.key} title={text}>
      <bdi>{showHidden(text)}</bdi>
    </td>
  );
}
