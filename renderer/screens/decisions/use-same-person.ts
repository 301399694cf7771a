/** Lists every decision about the person whom one is about, by the profiles of all models. */
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { notify } from '../../state/notices.ts';
import { notifyFailure } from '../../ui/notify-failure.ts';
import { samePersonAs } from './person-gone.tsx';

export function useSamePerson(): (recordId: string) => Promise<void> {
  const { t } = useTranslation('decisions');
  const navigate = useNavigate();
  return async (recordId) => {
    try {
      const person = await samePersonAs(recordId);
      if (person === undefined)
        notify({ title: t('person.nobody'), detail: t('person.nobodyText') });
      else await navigate({ to: '/decisions', search: { person } });
    } catch (error) {
      notifyFailure(t('person.failed'), error);
    }
  };
}
