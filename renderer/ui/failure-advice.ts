/** What to do next about a failure, by its code. */
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../api/client.ts';
import { errors } from '../i18n/en/errors.ts';

function isKnownCode(code: string): code is keyof typeof errors {
  return Object.hasOwn(errors, code);
}

/** Returns the advice for a failure; `undefined` for a code of a newer engine. */
export function useFailureAdvice(): (failure: ApiFailure) => string | undefined {
  const { t } = useTranslation('errors');
  return ({ code }) => (isKnownCode(code) ? t(code) : undefined);
}
