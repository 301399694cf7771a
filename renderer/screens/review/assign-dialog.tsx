/** Says who means to review some of what waits. */
import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { assignReviewSchema } from '../../../shared/contract/review-queue.ts';
import { usePeople } from '../../api/people.ts';
import { useAssignReview } from '../../api/reviews.ts';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { formatCount } from '../../ui/format.ts';
import { usePersonWords } from '../../ui/signing/person-words.ts';
import { isReviewer } from '../../ui/signing/who-may.ts';

interface AssignText {
  /** Empty for nobody. */
  readonly assignee: string;
}
type Body = ReturnType<typeof bodyOf>;
const bodyOf = ({ assignee }: AssignText) => ({ assignee: assignee === '' ? null : assignee });

export function AssignDialog({
  ids,
  me,
  ...dialog
}: DialogProps & {
  readonly ids: readonly string[];
  /** Whoever works in this window. */
  readonly me: string;
}) {
  const { t } = useTranslation('review', { keyPrefix: 'queue.assign' });
  const wordsOf = usePersonWords();
  const assigning = useAssignReview();
  const people = (usePeople().data?.data ?? []).filter(
    (person) => isReviewer(person) && person.revoked_at === null,
  );
  const choices = [
    ...(people.some(({ person_id: id }) => id === me) ? [] : [{ id: me, name: t('me') }]),
    ...people.map((person) => ({ id: person.person_id, name: wordsOf(person).name })),
    { id: '', name: t('nobody') },
  ];
  return (
    <FormDialog<AssignText, Body, number>
      {...dialog}
      title={t('title')}
      submit={t('submit')}
      failed={t('failed')}
      initial={{ assignee: me }}
      bodyOf={bodyOf}
      schema={assignReviewSchema}
      send={async ({ assignee }) => {
        for (const id of ids) await assigning.mutateAsync({ id, assignee });
        return ids.length;
      }}
      told={(count) => t('done', { count, formatted: formatCount(count) })}
    >
      {(form) => (
        <Radio.Group
          label={t('who', { count: ids.length, formatted: formatCount(ids.length) })}
          description={t('text')}
          {...form.getInputProps('assignee')}
        >
          <div className={layout.checks}>
            {choices.map(({ id, name }) => (
              <Radio
                key={id}
                value={id}
                label={<bdi>{name}</bdi>}
                data-autofocus={id === form.values.assignee || undefined}
              />
            ))}
          </div>
        </Radio.Group>
      )}
    </FormDialog>
  );
}
