/** Grouping and counting the rows of a session: a builder, its pipeline as JSON, groups with bars. */
import { useState } from 'react';
import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import type { Session } from '../../../shared/contract/sessions.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useAggregate, type AggregateAnswer } from '../../api/sessions.ts';
import { sessionAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { Sideways } from '../../ui/sideways.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import {
  accumulators,
  completeMeasures,
  firstForm,
  pipelineOf,
  readPipeline,
  withMeasure,
  type AggregateForm,
  type Measure,
} from './aggregate-form.ts';
import { barsOf, cellText, drawable, keyParts, tableOf } from './aggregate-result.ts';
import { useSessionFields } from './use-session-fields.ts';
import { SessionOver } from './session-over.tsx';
import { MultiSelect, SegmentedControl, Select } from '../../ui/form/choices.tsx';
import sessionClasses from './session.module.css';
import classes from './aggregate.module.css';

const orders = ['largest', 'smallest', 'group'] as const;

export function AggregateTab({ session, filter }: { session: Session; filter: JsonObject }) {
  const { t } = useTranslation('sessions');
  const profile = useSessionFields(session);
  const aggregate = useAggregate(session.session_id);
  const [form, setForm] = useState<AggregateForm>(firstForm);
  const [mode, setMode] = useState<'builder' | 'json'>('builder');
  const [text, setText] = useState('');
  const isFiltered = Object.keys(filter).length > 0;
  const built = pipelineOf(form, filter, profile);
  const pipeline = mode === 'builder' ? built : readPipeline(text);

  if (session.status !== 'active') return <SessionOver />;
  if (!session.allowed_operations.includes('aggregate')) {
    return <EmptyState compact icon={null} title={t('aggregate.notAllowed')} />;
  }
  const run = () => {
    if (pipeline !== undefined) aggregate.mutate({ pipeline, limit: form.limit });
  };
  return (
    <div className={sessionClasses.stack}>
      <form
        className={`${sessionClasses.section} pd-stack pd-gap-12`}
        aria-label={t('aggregate.label')}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <div className="pd-wrapping pd-gap-8">
          <SegmentedControl
            aria-label={t('aggregate.mode')}
            data={[
              { value: 'builder', label: t('aggregate.builder') },
              { value: 'json', label: t('aggregate.json') },
            ]}
            value={mode}
            onChange={(value) => {
              if (value === 'json' && mode === 'builder') setText(JSON.stringify(built, null, 2));
              setMode(value === 'json' ? 'json' : 'builder');
            }}
          />
          <span className="pd-note">
            {t(isFiltered ? 'aggregate.overFiltered' : 'aggregate.overAll')}
          </span>
        </div>
        {mode === 'builder' ? (
          <Builder
            form={form}
            paths={profile
              .filter((each) => each.types.some((type) => type !== 'object'))
              .map((each) => each.path)}
            onChange={setForm}
          />
        ) : (
          <Textarea
            aria-label={t('aggregate.pipeline')}
            classNames={{ input: 'pd-mono' }}
            autosize
            minRows={6}
            maxRows={18}
            spellCheck={false}
            value={text}
            error={pipeline === undefined ? t('aggregate.pipelineFault') : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <div className="pd-wrapping pd-gap-8">
          <Button
            type="submit"
            variant="filled"
            disabled={pipeline === undefined || completeMeasures(form).length === 0}
            loading={aggregate.isPending}
          >
            {t('aggregate.run')}
          </Button>
          <span className="pd-note">{t('aggregate.metered')}</span>
        </div>
      </form>
      {aggregate.isError && (
        <ErrorState compact error={aggregate.error} title={t('aggregate.failed')} onRetry={run} />
      )}
      {aggregate.data !== undefined && (
        <>
          <AnswerEvidence sessionId={session.session_id} evidenceId={aggregate.data.evidence_id} />
          <Result answer={aggregate.data} />
        </>
      )}
    </div>
  );
}

function Builder({
  form,
  paths,
  onChange,
}: {
  form: AggregateForm;
  paths: readonly string[];
  onChange: (form: AggregateForm) => void;
}) {
  const { t } = useTranslation('sessions');
  const measured = paths.filter((path) => path !== 'record_id');
  return (
    <>
      <div className={classes.row}>
        <MultiSelect
          className={classes.groupBy ?? ''}
          label={t('aggregate.groupBy')}
          placeholder={form.groupBy.length === 0 ? t('aggregate.groupByHint') : ''}
          searchable
          openOnFocus={false}
          hidePickedOptions
          maxValues={4}
          nothingFoundMessage={t('transform.noField')}
          data={measured}
          value={[...form.groupBy]}
          onChange={(groupBy) => onChange({ ...form, groupBy })}
        />
        <Select
          className={classes.order ?? ''}
          label={t('aggregate.order')}
          data={orders.map((value) => ({ value, label: t(`aggregate.orders.${value}`) }))}
          allowDeselect={false}
          value={form.order}
          onChange={(value) =>
            onChange({ ...form, order: orders.find((each) => each === value) ?? form.order })
          }
        />
      </div>
      <fieldset className={classes.measures}>
        <legend className="pd-legend">{t('aggregate.measures')}</legend>
        {form.measures.map((measure, place) => (
          <MeasureRow
            key={measure.id}
            measure={measure}
            place={place}
            fields={measured}
            onChange={(next) => onChange({ ...form, measures: form.measures.with(place, next) })}
            onRemove={
              form.measures.length === 1
                ? undefined
                : () => onChange({ ...form, measures: form.measures.toSpliced(place, 1) })
            }
          />
        ))}
        <div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange(withMeasure(form))}
          >
            {t('aggregate.addMeasure')}
          </Button>
        </div>
      </fieldset>
    </>
  );
}

function MeasureRow({
  measure,
  place,
  fields,
  onChange,
  onRemove,
}: {
  measure: Measure;
  place: number;
  fields: readonly string[];
  onChange: (measure: Measure) => void;
  /** Undefined for the only one. */
  onRemove: (() => void) | undefined;
}) {
  const { t } = useTranslation('sessions');
  return (
    <div className={classes.measure}>
      <Select
        aria-label={t('aggregate.measure', { place: place + 1 })}
        data={accumulators.map((value) => ({
          value,
          label: t(`aggregate.accumulator.${value}`),
        }))}
        allowDeselect={false}
        value={measure.accumulator}
        onChange={(value) => {
          const accumulator = accumulators.find((each) => each === value) ?? 'count';
          onChange({
            ...measure,
            accumulator,
            field: accumulator === 'count' ? null : measure.field,
          });
        }}
      />
      <Select
        aria-label={t('aggregate.measureField', { place: place + 1 })}
        placeholder={t(
          measure.accumulator === 'count' ? 'aggregate.ofRows' : 'aggregate.chooseField',
        )}
        searchable
        openOnFocus={false}
        disabled={measure.accumulator === 'count'}
        data={[...fields]}
        value={measure.field}
        onChange={(field) => onChange({ ...measure, field })}
      />
      <ActionIcon
        aria-label={t('aggregate.removeMeasure', { place: place + 1 })}
        disabled={onRemove === undefined}
        onClick={onRemove}
      >
        <IconX size={14} />
      </ActionIcon>
    </div>
  );
}

/** Leads to what vouches for an answer that leaves evidence. */
function AnswerEvidence({
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

function Result({ answer }: { answer: AggregateAnswer }) {
  const { t } = useTranslation('sessions');
  const { results: rows } = answer;
  const { keys, measures } = tableOf(rows);
  const choices = drawable(rows, measures);
  const [chosen, setChosen] = useState<string>();
  const drawn = choices.find((each) => each === chosen) ?? choices[0];
  if (rows.length === 0) {
    return (
      <EmptyState compact icon={null} title={t('aggregate.none')}>
        {t('aggregate.noneText')}
      </EmptyState>
    );
  }
  return (
    <section className={sessionClasses.section} aria-label={t('aggregate.result')}>
      <div className={sessionClasses.sectionHead}>
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
