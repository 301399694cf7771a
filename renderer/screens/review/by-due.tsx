/** Chooses between what waits by when it is due, and as the decisions that it is. */
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import { useWindowTitle } from '../../ui/window-title.ts';

const views = ['due', 'decisions'] as const;

export function ByDue({ isDue }: { isDue: boolean }) {
  const { t } = useTranslation('review');
  const navigate = useNavigate();
  useWindowTitle('tab', t(`view.${isDue ? 'due' : 'decisions'}`));
  return (
    <SegmentedControl
      aria-label={t('view.label')}
      size="xs"
      value={isDue ? 'due' : 'decisions'}
      data={views.map((value) => ({ value, label: t(`view.${value}`) }))}
      onChange={(view) =>
        void navigate({ to: '/review', search: view === 'due' ? {} : { by: 'decisions' } })
      }
    />
  );
}
