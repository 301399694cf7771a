/** The headers every page and file of the console is served with, the same on every mount. */

/**
 * Everything is refused unless it is named. Scripts, styles and fonts are files of our own; there is
 * no inline script or style element (style attributes set by script go through the CSSOM, which the
 * policy does not govern) and no eval. Requests go to the origin of the page alone. Images may be
 * written out in a style sheet of ours (`data:`, as the component library does): as an image, that
 * can neither run nor reach anything.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/** What the pages never use is switched off, whatever a script asks for. */
const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Headers of every file and page. `policy` replaces the console's own for a page without script. */
export function pageHeaders(policy: string = contentSecurityPolicy): Record<string, string> {
  return {
    'content-security-policy': policy,
    'permissions-policy': permissionsPolicy,
    ...resourceHeaders,
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  };
}

/** Headers of everything served, the API's answers among it: nobody else may embed or sniff it. */
export const resourceHeaders = {
  'x-content-type-options': 'nosniff',
  // Not `no-referrer`: with that, browsers send `Origin: null` on our own form, which we refuse.
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Puts the headers of everything served on an answer of the API. */
export function withResourceHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(resourceHeaders)) response.headers.set(name, value);
  return response;
}
