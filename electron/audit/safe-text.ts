/** Texts of a request as they may be kept: short, well formed, and without anything that could be a key. */

const longestPath = 512;
const longestObject = 256;

/** The path of a request without its query. */
export function safePath(pathname: string): string {
  return shortened(withoutKeys(pathname), longestPath);
}

/** The id of an object. */
export function safeObject(id: string | null): string | null {
  return id === null ? null : shortened(withoutKeys(id), longestObject);
}

/** A key in a path is a mistake of the client: it must not become a copy of the secret. */
function withoutKeys(text: string): string {
  return text.replaceAll(/pdk(_|%5f)[\w%-]*/gi, 'pdk_…').toWellFormed();
}

function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}
