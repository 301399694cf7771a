/** Objections: how the review of each decision goes, and the way to the letter that tells what came of it. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconMailPlus, IconUserExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  deciding,
  objectionMeaning,
  proposalMeaning,
  type Intervention,
} from '../../../shared/contract/interventions.ts';
import type { PersonRequest } from '../../../shared/contract/persons.ts';
import { standingSteps } from '../../../shared/decision-in-effect.ts';
import { stepFault } from '../../../shared/oversight/request-steps.ts';
import { useMay } from '../../api/capabilities.ts';
import { useRecord } from '../../api/records.ts';
import { reviewAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { LetterDialog } from './letter-dialog.tsx';
import { NotNow } from './not-now.tsx';
import { ObjectionDialog } from './objection-dialog.tsx';
import { requestState } from './request-state.ts';

/** Decisions whose reviews are read at once. */
const step = 25;

export function ObjectPanel({ request }: { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const [isOpen, setOpen] = useState(false);
  const [letter, setLetter] = useState<string>();
  const [most, setMost] = useState(step);
  const may = useMay()('objectForPerson');
  const fault = stepFault('objection', requestState(request));
  const ids = request.record_ids ?? [];
  const isOpened = request.events.some(({ event }) => event === 'objected');
  const left = ids.length - most;
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <div className="pd-wrapping pd-gap-8-16">
        <span className="pd-note">{t('object.text')}</span>
        {may && fault === undefined && (
          <Button
            variant="filled"
            leftSection={<IconUserExclamation size={14} stroke={1.75} />}
            onClick={() => setOpen(true)}
          >
            {t('object.action')}
          </Button>
        )}
      </div>
      <NotNow fault={fault} />
      {isOpened && (
        <PlainTable
          label={t('object.reviews')}
          isText
          columns={[
            { label: t('find.record') },
            { label: t('object.objected') },
            { label: t('object.came') },
            { label: t('object.letter'), isSilent: true, fixed: true },
          ]}
        >
          {ids.slice(0, most).map((id) => (
            <Reviewed
              key={id}
              id={id}
              onLetter={fault === undefined ? () => setLetter(id) : undefined}
            />
          ))}
        </PlainTable>
      )}
      {isOpened && left > 0 && (
        <Button variant="default" onClick={() => setMost(most + step)}>
          {t('read.more', { count: left, formatted: formatCount(left) })}
        </Button>
      )}
      <ObjectionDialog request={request} opened={isOpen} onClose={() => setOpen(false)} />
      <LetterDialog
        key={letter}
        request={request}
        recordId={letter ?? ''}
        opened={letter !== undefined}
        onClose={() => setLetter(undefined)}
      />
    </div>
  );
}

/** One decision that was objected to; nothing for any other. */
function Reviewed({
  id,
  onLetter,
}: {
  readonly id: string;
  readonly onLetter: (() => void) | undefined;
}) {
  const { t } = useTranslation('persons');
  const mayWrite = useMay()('createPersonLetter');
  const { data: record } = useRecord(id);
  const told = reviewOf(record?.interventions ?? []);
  if (told === undefined) return null;
  const { objection, review } = told;
  return (
    <tr>
      <td className="pd-mono">{id}</td>
      <td>
        <Instant at={objection.created_at} withZone />
      </td>
      <td>
        {review === undefined ? (
          <PlaceLink
            className="pd-link pd-underlined pd-rounded"
            href={reviewAddress({ record: id })}
          >
            {t('object.waits')}
          </PlaceLink>
        ) : (
          <>
            {t(review.action === 'approve' ? 'object.confirmed' : 'object.changed')}{' '}
            <Instant at={review.created_at} withZone />
          </>
        )}
      </td>
      <td>
        {review !== undefined && mayWrite && onLetter !== undefined && (
          <Button
            size="compact-xs"
            leftSection={<IconMailPlus size={13} stroke={1.75} />}
            onClick={onLetter}
          >
            {t('object.letter')}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** The newest objection that stands, and what a person decided upon it. */
function reviewOf(interventions: readonly Intervention[]) {
  const steps = standingSteps(interventions);
  const place = steps.findLastIndex(({ meaning }) => meaning === objectionMeaning);
  const objection = steps[place];
  if (objection === undefined) return undefined;
  const review = steps
    .slice(place + 1)
    .findLast(({ action, meaning }) => deciding.includes(action) && meaning !== proposalMeaning);
  return { objection, review };
}
