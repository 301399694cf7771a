/** Starts i18next with the catalogues; the type of every key is checked against the English one. */
import { use as extend } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: typeof en;
    enableSelector: false;
  }
}

/** The locale behind `Intl`: English words, day before month, 24 hours. */
export const formatLocale = 'en-GB';

/** Makes the catalogues ready before the first render; they are part of the bundle. */
export function startTranslations(): void {
  void extend(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'shell',
    ns: Object.keys(en),
    resources: { en },
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
}
