/** Decisions that may be about the person: each is looked at and ticked before it counts as theirs. */
import { useState } from 'react';
import { Button, Checkbox } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  candidateMatches,
  type PersonCandidate,
  type PersonRequest,
} from '../../../shared/contract/persons.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { stepFault } from '../../../shared/oversight/request-steps.ts';
import { useMay } from '../../api/capabilities.ts';
import { newIdempotencyKey } from '../../api/client.ts';
import { usePersonCandidates, usePersonStep } from '../../api/persons.ts';
import { notify } from '../../state/notices.ts';
import { decisionsAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { notifyFailure } from '../../ui/notify-failure.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { requestState } from './request-state.ts';

export function FindPanel({ request }: { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const query = usePersonCandidates(request.request_id);
  const choosing = usePersonStep(request.request_id, 'records');
  const choose = (ids: readonly string[]) =>
    choosing.mutate(
      { body: { record_ids: [...ids] }, idempotencyKey: newIdempotencyKey() },
      {
        onSuccess: ({ records }) =>
          notify({ title: t('find.done', { count: records, formatted: formatCount(records) }) }),
        onError: (error) => notifyFailure(t('find.notDone'), error),
      },
    );
  if (query.data === undefined) {
    return query.isError ? (
      <QueryError query={query} title={t('find.failed')} />
    ) : (
      <p className="pd-note" role="status">
        {t('find.loading')}
      </p>
    );
  }
  if (query.data.data.length === 0) {
    return (
      <EmptyState compact icon={<IconUserSearch size={20} stroke={1.6} />} title={t('find.empty')}>
        {t('find.emptyText')}
      </EmptyState>
    );
  }
  const { data, is_whole: isWhole, is_matched: isMatched } = query.data;
  return (
    <Candidates
      // Begins anew with what was chosen.
      key={data.flatMap(({ is_chosen: is, record_id: id }) => (is ? [id] : [])).join()}
      request={request}
      candidates={data}
      isWhole={isWhole}
      isMatched={isMatched}
      isBusy={choosing.isPending}
      onChoose={choose}
    />
  );
}

function Candidates({
  request,
  candidates,
  isWhole,
  isMatched,
  isBusy,
  onChoose,
}: {
  readonly request: PersonRequest;
  readonly candidates: readonly PersonCandidate[];
  readonly isWhole: boolean;
  readonly isMatched: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation('persons');
  const chosen = candidates.filter(({ is_chosen: is }) => is).map(({ record_id: id }) => id);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(chosen));
  const may = useMay()('setPersonRecords');
  const canChoose = may && stepFault('records', requestState(request)) === undefined;
  const isSame = ticked.size === chosen.length && chosen.every((id) => ticked.has(id));
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <div className="pd-wrapping pd-gap-8-16">
        <span className="pd-note">
          {t('find.text', { count: candidates.length, formatted: formatCount(candidates.length) })}
          {!isWhole && ` ${t('find.more')}`}
        </span>
        {canChoose && (
          <Button
            variant="filled"
            disabled={isSame || ticked.size === 0}
            loading={isBusy}
            onClick={() => onChoose([...ticked])}
          >
            {t('find.use', { count: ticked.size, formatted: formatCount(ticked.size) })}
          </Button>
        )}
      </div>
      {!isMatched && <p className="pd-note">{t('find.notMatched')}</p>}
      {candidateMatches.map((match) => (
        <Found
          key={match}
          match={match}
          candidates={candidates.filter((each) => each.match === match)}
          ticked={ticked}
          canChoose={canChoose}
          onTick={setTicked}
        />
      ))}
    </div>
  );
}

/** Those that were found in one way; nothing where there are none. */
function Found({
  match,
  candidates,
  ticked,
  canChoose,
  onTick,
}: {
  readonly match: PersonCandidate['match'];
  readonly candidates: readonly PersonCandidate[];
  readonly ticked: ReadonlySet<string>;
  readonly canChoose: boolean;
  readonly onTick: (ticked: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslation('persons');
  if (candidates.length === 0) return null;
  const areAll = candidates.every(({ record_id: id }) => ticked.has(id));
  const tick = (ids: readonly string[], isTicked: boolean) => {
    const next = new Set(ticked);
    for (const id of ids) {
      if (isTicked) next.add(id);
      else next.delete(id);
    }
    onTick(next);
  };
  const title = t(`find.${match}`);
  return (
    <section className="pd-stack pd-slim pd-gap-6" aria-label={title}>
      <div className="pd-wrapping pd-gap-8-16">
        <h2 className="pd-heading">{title}</h2>
        <span className="pd-note">{t(`find.${match}Text`)}</span>
        {canChoose && candidates.length > 1 && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() =>
              tick(
                candidates.map(({ record_id: id }) => id),
                !areAll,
              )
            }
          >
            {t(areAll ? 'find.tickNone' : 'find.tickAll')}
          </Button>
        )}
      </div>
      <PlainTable
        label={title}
        isText
        columns={[
          { label: t('find.chosen') },
          { label: t('find.model') },
          { label: t('find.recorded') },
          { label: t('find.record') },
        ]}
      >
        {candidates.map((each) => (
          <tr key={each.record_id}>
            <td>
              <Checkbox
                aria-label={t('find.choose', { id: each.record_id })}
                checked={ticked.has(each.record_id)}
                disabled={!canChoose}
                onChange={(event) => tick([each.record_id], event.currentTarget.checked)}
              />
            </td>
            <td>{showHidden(each.model_id)}</td>
            <td>
              <Instant at={each.created_at} withZone />
            </td>
            <td className="pd-mono">
              <PlaceLink
                className="pd-link pd-underlined pd-rounded"
                href={decisionsAddress({ record: each.record_id })}
              >
                {each.record_id}
              </PlaceLink>
            </td>
          </tr>
        ))}
      </PlainTable>
    </section>
  );
}
