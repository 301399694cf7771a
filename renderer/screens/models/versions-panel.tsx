/** Every version of a model with its ledger entry, and two of them compared. */
import { useState } from 'react';
import { Button, Checkbox, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ModelVersions } from '../../../shared/contract/models.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useAnswer } from '../../api/answers.ts';
import { useMay } from '../../api/capabilities.ts';
import { modelCardQuery, useModelFairness } from '../../api/models.ts';
import { formatCount, formatDay, shortHash } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { numberOut } from '../../ui/number-in.ts';
import { Sideways } from '../../ui/sideways.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import type { CardDraft } from './card-form.ts';
import { compareCards, type ComparedRow } from './compare-cards.ts';
import { Unknown } from './metric-panel.tsx';
import { showProse } from './prose.ts';
import { Select } from '../../ui/form/choices.tsx';
import classes from './card.module.css';

function VersionTable({
  versions,
  shown,
  compared,
  onShow,
  onCompare,
}: {
  versions: ModelVersions['versions'];
  shown: string;
  compared: string | undefined;
  onShow: (version: string) => void;
  onCompare: (version: string) => void;
}) {
  const { t } = useTranslation('models');
  return (
    <PlainTable
      label={t('versions.list')}
      columns={[
        { label: t('versions.version') },
        { label: t('versions.registered') },
        { label: t('versions.entry') },
        { label: t('versions.hash') },
        { label: t('versions.actions'), isSilent: true },
      ]}
    >
      {versions.map((each) => (
        <tr key={each.version} data-shown={each.version === shown || undefined}>
          <th scope="row">
            {each.version}
            {each.version === shown && (
              <span className={classes.shownMark}>{t('versions.shown')}</span>
            )}
          </th>
          <td>
            <Instant at={each.created_at} withZone />
          </td>
          <td>
            {`#${formatCount(each.seq)} `}
            <code title={each.entry_hash}>{shortHash(each.entry_hash)}</code>
          </td>
          <td>
            {each.model_hash === null ? (
              <Unknown />
            ) : (
              <code title={each.model_hash}>{shortHash(each.model_hash)}</code>
            )}
          </td>
          <td data-align="end">
            {each.version !== shown && (
              <>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={t('versions.openNamed', { version: each.version })}
                  onClick={() => onShow(each.version)}
                >
                  {t('versions.open')}
                </Button>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={t('versions.compareNamed', { version: each.version })}
                  aria-pressed={each.version === compared}
                  onClick={() => onCompare(each.version)}
                >
                  {t('versions.compare')}
                </Button>
              </>
            )}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** A card with its fairness, which the card itself does not carry. */
function useWholeCard(id: string, version: string | undefined) {
  const may = useMay();
  const card = useAnswer('getModel', {
    ...modelCardQuery(id, version),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const fairness = useModelFairness(id, version);
  const whole: CardDraft | undefined =
    card.data === undefined || (fairness.data === undefined && may('getModelFairness'))
      ? undefined
      : { ...card.data, fairness: fairness.data?.fairness ?? undefined };
  return {
    card: whole,
    error: card.error ?? fairness.error,
    retry: () => {
      void card.refetch();
      void fairness.refetch();
    },
  };
}

function Change({ before, after }: { before: number | null; after: number | null }) {
  const { t } = useTranslation('models');
  if (before === null || after === null || before === after) return null;
  const difference = Number((after - before).toPrecision(6));
  return (
    <span className={classes.change}>
      {t('compare.change', {
        sign: difference > 0 ? '+' : '−',
        amount: numberOut(Math.abs(difference)),
      })}
    </span>
  );
}

function Side({ row, side }: { row: ComparedRow; side: 'before' | 'after' }) {
  const value = row[side];
  if (value === null) return <Unknown />;
  if (typeof value === 'number') {
    return (
      <>
        {numberOut(value)}
        {row.kind === 'metric' && side === 'after' && (
          <Change before={row.before} after={row.after} />
        )}
      </>
    );
  }
  if (row.kind === 'text' && row.field === 'training_date') return formatDay(value);
  if (row.kind === 'text' && row.field === 'model_hash') {
    return <code className="pd-anywhere">{value}</code>;
  }
  return <span className={classes.prose}>{showProse(value)}</span>;
}

function rowName(row: ComparedRow): string {
  return row.kind === 'text' ? row.field : `${row.group}.${row.metric}`;
}

function Comparison({
  id,
  versions,
  shown,
  compared,
  onCompare,
}: {
  id: string;
  versions: ModelVersions['versions'];
  shown: string;
  compared: string;
  onCompare: (version: string | undefined) => void;
}) {
  const { t } = useTranslation('models');
  const [onlyDifferences, setOnlyDifferences] = useState(true);
  const before = useWholeCard(id, compared);
  const after = useWholeCard(id, shown);
  const error = before.error ?? after.error;
  const rows =
    before.card === undefined || after.card === undefined
      ? undefined
      : compareCards(before.card, after.card);
  const differing = rows?.filter((row) => row.differs) ?? [];
  const listed = onlyDifferences ? differing : (rows ?? []);
  return (
    <section className={classes.comparison} aria-label={t('compare.title')}>
      <div className={classes.compareHead}>
        <h2 className="pd-flush pd-text-size pd-strong">{t('compare.title')}</h2>
        <Select
          aria-label={t('compare.with')}
          className={classes.versionSelect ?? ''}
          data={versions.map((each) => each.version).filter((each) => each !== shown)}
          value={compared}
          allowDeselect={false}
          onChange={(version) => {
            if (version !== null) onCompare(version);
          }}
        />
        <span className="pd-flush pd-caption">{t('compare.to', { version: shown })}</span>
        <span className="pd-space" />
        <Checkbox
          label={t('compare.onlyDifferences')}
          checked={onlyDifferences}
          onChange={(event) => setOnlyDifferences(event.currentTarget.checked)}
        />
        <Button size="compact-sm" onClick={() => onCompare(undefined)}>
          {t('compare.close')}
        </Button>
      </div>
      {error !== null && (
        <ErrorState
          compact
          error={error}
          onRetry={() => {
            before.retry();
            after.retry();
          }}
        />
      )}
      {error === null && rows === undefined && <Skeleton height={120} />}
      {rows !== undefined && (
        <p className="pd-note" role="status">
          {differing.length === 0
            ? t('compare.same', { before: compared, after: shown })
            : t('compare.differ', {
                count: differing.length,
                amount: formatCount(differing.length),
                total: formatCount(rows.length),
              })}
        </p>
      )}
      {listed.length > 0 && <ComparedTable rows={listed} compared={compared} shown={shown} />}
    </section>
  );
}

function ComparedTable({
  rows,
  compared,
  shown,
}: {
  rows: readonly ComparedRow[];
  compared: string;
  shown: string;
}) {
  const { t } = useTranslation('models');
  return (
    <Sideways>
      <table className={classes.compareTable} aria-label={t('compare.table')}>
        <thead>
          <tr>
            <th scope="col" className={classes.compareName}>
              {t('compare.member')}
            </th>
            <th scope="col">{compared}</th>
            <th scope="col">{shown}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowName(row)} data-differs={row.differs || undefined}>
              <th scope="row">
                {row.kind === 'text' ? (
                  t(`field.${row.field}`)
                ) : (
                  <>
                    <span className="pd-flush pd-caption">{t(`field.${row.group}`)}</span>{' '}
                    <bdi>{showHidden(row.metric)}</bdi>
                  </>
                )}
              </th>
              <td>
                <Side row={row} side="before" />
              </td>
              <td>
                <Side row={row} side="after" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  );
}

export function VersionsPanel({
  id,
  versions,
  shown,
  compared,
  onShow,
  onCompare,
}: {
  id: string;
  versions: ModelVersions['versions'];
  shown: string;
  compared: string | undefined;
  onShow: (version: string) => void;
  onCompare: (version: string | undefined) => void;
}) {
  const { t } = useTranslation('models');
  const known = versions.some((each) => each.version === compared) && compared !== shown;
  return (
    <div className="pd-slim pd-grid pd-gap-12">
      {compared !== undefined && known && (
        <Comparison
          id={id}
          versions={versions}
          shown={shown}
          compared={compared}
          onCompare={onCompare}
        />
      )}
      <VersionTable
        versions={versions}
        shown={shown}
        compared={compared}
        onShow={onShow}
        onCompare={onCompare}
      />
      {versions.length === 1 && <p className="pd-note">{t('versions.one')}</p>}
    </div>
  );
}
