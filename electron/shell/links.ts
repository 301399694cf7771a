/** Makes this application the one that the system opens `proofdesk:` links with. */
import type { App } from 'electron';
import { linkScheme } from '../policy/outside-request.ts';

/** Has the system open links with this program. Words after `--` are never read as a switch of the browser engine, whatever a link says. */
export function registerLinks(
  app: Pick<App, 'setAsDefaultProtocolClient'>,
  platform: NodeJS.Platform,
): void {
  if (platform === 'win32') app.setAsDefaultProtocolClient(linkScheme, process.execPath, ['--']);
  else app.setAsDefaultProtocolClient(linkScheme);
}
