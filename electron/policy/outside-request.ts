/** What the system may hand to the application: a link of its own scheme, or a file of its own type. */
import { parseUrl } from './internal-url.ts';

export const linkScheme = 'proofdesk';
/** Ending of evidence bundles that open in Proofdesk; the same zip as one called `.zip`. */
export const bundleExtension = '.pdbundle';

const longestLink = 300;

/**
 * The id or hash of a link `proofdesk://open/<id>`; undefined for anything else. A link comes from
 * anywhere (a mail, a page): it names a thing to look at and can do nothing.
 */
export function linkedThing(text: string): string | undefined {
  if (text.length > longestLink) return undefined;
  const url = parseUrl(text);
  if (url?.protocol !== `${linkScheme}:` || url.host !== 'open') return undefined;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return undefined;
  }
  return /^\/([A-Za-z0-9][A-Za-z0-9_:.-]{0,127})\/?$/.exec(url.pathname)?.[1];
}

/**
 * Tells whether an argument is the path of an evidence bundle. A share of another machine is refused:
 * merely looking at it would sign in there.
 */
export function isBundlePath(argument: string): boolean {
  if (argument.startsWith('-') || argument.includes('\0')) return false;
  if (/^[\\/]{2}/.test(argument) || /^[a-z][a-z\d+.-]+:/i.test(argument)) return false;
  return argument.toLowerCase().endsWith(bundleExtension);
}
