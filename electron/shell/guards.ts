/** Where a window may go: nowhere but the console itself. Links lead to the system's browser. */
import type { WebContents } from 'electron';
import { safeExternalUrl } from '../policy/external-url.ts';
import { isInternalUrl } from '../policy/internal-url.ts';

type GuardedContents = Pick<WebContents, 'on' | 'setWindowOpenHandler'>;

/** Refuses every navigation, frame, webview and window that is not the console's own page. */
export function guardContents(
  contents: GuardedContents,
  openExternal: (url: string) => Promise<void>,
): void {
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const external = safeExternalUrl(url);
    if (external !== undefined) void openExternal(external);
    return { action: 'deny' };
  });
}

function stay(event: { readonly url: string; preventDefault(): void }): void {
  if (!isInternalUrl(event.url)) event.preventDefault();
}
