/** Keeps the words and formats of the page those that were chosen, or those of this computer. */
import { speak } from '../i18n/index.ts';
import { usePreferences } from '../state/preferences.ts';

/** Ready once the words to start with are there; from then on every change is followed. */
export async function followLanguage(): Promise<void> {
  const follow = async () => {
    const { language, formats } = usePreferences.getState();
    await speak(language, formats, navigator.languages);
  };
  usePreferences.subscribe((now, before) => {
    if (now.language !== before.language || now.formats !== before.formats) void follow();
  });
  window.addEventListener('languagechange', () => void follow());
  await follow();
}
