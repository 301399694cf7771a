/** The keys that rows with a pane beside them have besides those of any row. */
import { IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../commands/commands.ts';

export function PaneCommands({
  hasRow,
  isOpen,
  onPeek,
  onClose,
}: {
  hasRow: boolean;
  isOpen: boolean;
  onPeek: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('datasets');
  const shared = { group: 'row', scope: 'grid' } as const;
  useCommands([
    {
      ...shared,
      id: 'row.peek',
      title: t('rows.command.peek'),
      keys: ['space'],
      icon: IconEye,
      isEnabled: () => hasRow,
      run: onPeek,
    },
    {
      ...shared,
      id: 'row.close',
      title: t('rows.command.close'),
      keys: ['escape'],
      isEnabled: () => isOpen,
      unlisted: true,
      run: onClose,
    },
  ]);
  return null;
}
