/** A row of a table of groups in words: the values of its groups, each with its name. */
import { useTranslation } from 'react-i18next';
import type { FairnessRow } from '../../../shared/contract/oversight.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { valueWord } from '../../ui/filter/where-words.ts';

/** Calls a row by what its people have in common: `afam yes, single no`. */
export function useRowName(): (row: Pick<FairnessRow, 'values'>) => string {
  const { t } = useTranslation('where');
  return ({ values }) =>
    values
      .map(({ name, value }) => `${showHidden(name)} ${showHidden(valueWord(value, t))}`)
      .join(', ');
}
