/** Classes of outcomes in words, each with the values of the profile where they are few. */
import { useTranslation } from 'react-i18next';
import type { CountedClass, Oversight } from '../../../shared/contract/oversight.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { valueWord } from '../../ui/filter/where-words.ts';

/** Values of a class that have room in a legend. */
const mostValues = 2;

/** Calls a class by its word, and by its values: `Adverse (deny)`. */
export function useClassWords({
  profile,
}: Pick<Oversight, 'profile'>): (of: CountedClass) => string {
  const { t } = useTranslation('oversight');
  const { t: word } = useTranslation('where');
  return (of) => {
    const values = (profile.outcomes ?? [])
      .filter((each) => each.class === of)
      .map(({ value }) => showHidden(valueWord(value, word)));
    const name = t(`class.${of}`);
    const isShort = values.length > 0 && values.length <= mostValues;
    return isShort ? t('classOf', { name, values: values.join(', ') }) : name;
  };
}
