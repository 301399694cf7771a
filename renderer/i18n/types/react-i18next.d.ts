/** The types of react-i18next as the console uses it, over those beside it. */
import type { ThirdPartyModule } from '../../../node_modules/i18next/index.d.ts';
import type { Namespace } from '../catalogue.ts';
import type { Instance, TFunction } from './i18next.d.ts';

export const initReactI18next: ThirdPartyModule;

export function useTranslation<
  const Names extends Namespace | readonly Namespace[] = 'shell',
  const Part extends string | undefined = undefined,
>(
  names?: Names,
  options?: { readonly keyPrefix?: Part },
): { readonly t: TFunction<Names, Part>; readonly i18n: Instance };
