/** Copying with a word about it: the one way text leaves the console by hand. */
import { t as translate } from 'i18next';
import { notify } from '../state/notices.ts';

/** Copies `text`; `what` names it in the toast ("Record id"). True when the clipboard took it. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    notify({ tone: 'warn', title: translate('copyFailed', { ns: 'common' }) });
    return false;
  }
  notify({ tone: 'info', title: translate('copiedWhat', { ns: 'common', what }) });
  return true;
}
