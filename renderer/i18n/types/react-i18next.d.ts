/** The types of react-i18next as the console uses it, over those beside it. */
import type { Namespace } from '../catalogue.ts';
import type { Instance, Module, TFunction } from './i18next.d.ts';

export const initReactI18next: Module;

export function useTranslation<
  const Names extends Namespace | readonly Namespace[] = 'shell',
  const Part extends string | undefined = undefined,
>(
  names?: Names,
  options?: { readonly keyPrefix?: Part },
): { readonly t: TFunction<Names, Part>; readonly i18n: Instance };
