/** Which links may leave the console for the system's browser. */
import { parseUrl } from './internal-url.ts';

/**
 * The address to hand to the system, or nothing. Only https, without credentials, to a host that
 * is written out in plain ASCII (what a person reads is where it goes), and never to this machine
 * or a numbered address, where other local services could be reached.
 */
export function safeExternalUrl(text: string): string | undefined {
  if (text.length > 2_048) return undefined;
  const url = parseUrl(text);
  if (url === undefined || url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  const host = url.hostname;
  if (!/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host)) return undefined;
  if (host.split('.').some((label) => label.startsWith('xn--'))) return undefined;
  if (/\.(localhost|local|internal|test|invalid|example|onion|arpa|home|lan)$/.test(host)) {
    return undefined;
  }
  return url.href;
}
