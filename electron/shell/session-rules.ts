/** What the browser session may do: no permissions, no network, no downloads from elsewhere. */
import type { Session } from 'electron';
import { isAllowedRequest } from '../policy/internal-url.ts';
import { isPermissionGranted } from '../policy/permissions.ts';

type RuledSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setSpellCheckerEnabled'
  | 'on'
> & { readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> };

export function ruleSession(session: RuledSession): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => {
    answer(isPermissionGranted(permission, requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isPermissionGranted(permission, requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
  // Its dictionaries would be fetched from the network.
  session.setSpellCheckerEnabled(false);
  // The last line: whatever asks for it, nothing leaves this machine.
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !isAllowedRequest(url) });
  });
  session.on('will-download', (event, item) => {
    if (!isAllowedRequest(item.getURL())) event.preventDefault();
  });
}
