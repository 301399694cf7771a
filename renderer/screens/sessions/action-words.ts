/** What an evidence attests, in words: the transformation and its method, or the operation. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { operationTypes } from '../../../shared/contract/sessions.ts';
import {
  transformationMethods,
  transformationNames,
} from '../../../shared/contract/transformations.ts';
import { inSentence } from '../../i18n/in-sentence.ts';

/** Names that this console does not know yet stay as the engine gives them. */
export function actionWord(
  t: TFunction<'sessions'>,
  kind: string,
  action: string,
  method: string | null,
): string {
  const operation = operationTypes.find((each) => each === action);
  if (operation !== undefined) return t(`operationType.${operation}`);
  const name = transformationNames.find((each) => each === action);
  if (name === undefined) return kind === 'aggregation' ? t('kind.aggregation') : action;
  const known = transformationMethods.find((each) => each === method);
  const title = t(`transformation.${name}`);
  if (method === null || known === name) return title;
  return t('evidence.by', {
    name: title,
    method: known === undefined ? method : inSentence(t(`method.${known}`)),
  });
}

export function useActionWords() {
  const { t } = useTranslation('sessions');
  return (kind: string, action: string, method: string | null) =>
    actionWord(t, kind, action, method);
}
