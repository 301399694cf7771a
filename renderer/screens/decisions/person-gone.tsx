/** In place of decisions: the search for a person is not kept any more. Where it began from a decision, it is made again. */
import { useEffect, useRef } from 'react';
import { Button } from '@mantine/core';
import { IconUsers, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../api/client.ts';
import { searchPersonOf } from '../../api/persons.ts';
import { notify } from '../../state/notices.ts';
import { EmptyState } from '../../ui/states.tsx';

/** By search: the decision that it began from, as long as this window is open. */
const begunFrom = new Map<string, string>();

/** Begins a search for the person whom a decision is about; undefined where nobody is known there. */
export async function samePersonAs(recordId: string): Promise<string | undefined> {
  const { search_id: person, models } = await searchPersonOf(recordId);
  if (models.length === 0) return undefined;
  begunFrom.set(person, recordId);
  return person;
}

/** Tells whether a list was refused since the search for its person is over. */
export function isPersonGone(error: unknown): boolean {
  const { fields } = toFailure(error);
  return fields.some(({ field, code }) => field === 'person' && code === 'not_known');
}

export function PersonGone({
  person,
  onFound,
  onWithout,
}: {
  readonly person: string;
  /** Called with a search that is kept. */
  readonly onFound: (person: string) => void;
  readonly onWithout: () => void;
}) {
  const { t } = useTranslation('decisions');
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    const recordId = begunFrom.get(person);
    if (recordId === undefined) return undefined;
    let isShown = true;
    const again = async () => {
      const next = await samePersonAs(recordId).catch(() => undefined);
      if (!isShown || next === undefined) return;
      found.current(next);
      notify({ title: t('person.again') });
    };
    void again();
    return () => {
      isShown = false;
    };
  }, [person, t]);
  return (
    <EmptyState
      icon={<IconUsers size={20} stroke={1.6} />}
      title={t('person.gone')}
      actions={
        <Button rightSection={<IconX size={13} />} onClick={onWithout}>
          {t('person.without')}
        </Button>
      }
    >
      {t('person.goneText')}
    </EmptyState>
  );
}
