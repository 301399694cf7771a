/** The name of a column in words, where there are words for it. */
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';

export function useColumnName(): (name: string) => string {
  const { t } = useTranslation('rows');
  return (name) => t(`columns.${name}`, { defaultValue: showHidden(name) });
}
