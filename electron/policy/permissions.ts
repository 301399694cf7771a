/** What a page may ask the system for: nothing but to put text on the clipboard. */
import { isInternalUrl } from './internal-url.ts';

/** Tells whether `permission`, in Electron's names, is granted to the page at `requestingUrl`. */
export function isPermissionGranted(permission: string, requestingUrl: string): boolean {
  return permission === 'clipboard-sanitized-write' && isInternalUrl(requestingUrl);
}
