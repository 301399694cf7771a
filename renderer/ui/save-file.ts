/** Hands a file that was made here to the browser's downloads. */
import { showHidden } from '../../shared/hidden-text.ts';
import type { ReceivedFile } from '../api/client.ts';

/** Saves `file` under its name, as a click on a download link does; no name turns its ending around. */
export function saveFile({ content, name }: ReceivedFile & { readonly name: string }): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = showHidden(name);
  document.body.append(link);
  link.click();
  link.remove();
  // The download has taken its own hold of the bytes by the next turn of the page.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
