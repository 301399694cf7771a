/** Grouping and counting the rows of a session: a builder, its pipeline as JSON, groups with bars. */
import { useState } from 'react';
import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { Session } from '../../../shared/contract/sessions.ts';
import { accumulatorNames, pipelineStages } from '../../../shared/contract/pipeline-names.ts';
import { useAggregate } from '../../api/sessions.ts';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { AggregateBuilder } from './aggregate-builder.tsx';
import {
  accumulatorsFor,
  completeMeasures,
  firstForm,
  pipelineOf,
  readPipeline,
  type AggregateForm,
} from './aggregate-form.ts';
import { AggregateGroups, AnswerEvidence } from './aggregate-groups.tsx';
import { useSessionFields } from './use-session-fields.ts';
import { isReading, SessionOver } from './session-over.tsx';

/** Fields that groups are made by, at most. */
const mostKeys = 4;

export function AggregateTab({ session, filter }: { session: Session; filter: JsonObject }) {
  const { t } = useTranslation('sessions');
  const profile = useSessionFields(session);
  const aggregate = useAggregate(session.session_id);
  const [form, setForm] = useState<AggregateForm>(firstForm);
  const [mode, setMode] = useState<'builder' | 'json'>('builder');
  const [text, setText] = useState('');
  const isFiltered = Object.keys(filter).length > 0;
  const paths = profile
    .filter(({ path, types }) => path !== 'record_id' && types.some((type) => type !== 'object'))
    .map((each) => each.path);
  const built = pipelineOf(form, filter, profile);
  const pipeline = mode === 'builder' ? built : readPipeline(text);

  if (!isReading(session)) return <SessionOver />;
  if (!session.allowed_operations.includes('aggregate')) {
    return <EmptyState compact icon={null} title={t('aggregate.notAllowed')} />;
  }
  const run = () => {
    if (pipeline !== undefined) aggregate.mutate({ pipeline, limit: form.limit });
  };
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <form
        className="pd-section pd-stack pd-gap-12"
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
          <AggregateBuilder
            form={form}
            choices={{
              keys: paths,
              measured: paths,
              mostKeys,
              accumulators: accumulatorsFor(session.allowed_operations.includes('read')),
            }}
            onChange={setForm}
          />
        ) : (
          <Textarea
            aria-label={t('aggregate.pipeline')}
            description={t('aggregate.names', {
              stages: pipelineStages.join(', '),
              accumulators: accumulatorNames.join(', '),
            })}
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
          <AggregateGroups
            answer={aggregate.data}
            none={{ title: t('aggregate.none'), text: t('aggregate.noneText') }}
          />
        </>
      )}
    </div>
  );
}
