/** A call as a curl command: with the key named by a variable of the shell, never by its value. */
import { jsonOrUndefined } from '../../../shared/contract/json.ts';
import type { Call, CallBody } from '../../api/calls.ts';

/** The variable that a person sets before running it. */
export const keyVariable = 'PROOFDESK_API_KEY';
/** Stands for `{base_url}` where the console is served by no address that a script could use. */
export const baseVariable = 'PROOFDESK_BASE_URL';

/** Text as one word of a POSIX shell; nothing in it is expanded. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `{base_url}` and `path` as one word; without a base it is the shell that fills it in. */
function addressWord(baseUrl: string | null, path: string): string {
  return baseUrl === null
    ? `"$${baseVariable}"${shellWord(path)}`
    : shellWord(baseUrl.replace(/\/+$/, '') + path);
}

/** Members of a call that is to be repeated. */
export type Repeatable = Pick<Call, 'method' | 'path' | 'headers' | 'body'>;

/** What stands for a value that is not shown. */
const hiddenValue = '…';

/** A JSON body with its names and without its values, which may hold data; a text that is no JSON is not shown. */
export function withoutValues(body: CallBody | null): CallBody | null {
  if (body?.kind !== 'text') return body;
  const value = jsonOrUndefined(body.text);
  if (value === undefined) return { kind: 'text', text: hiddenValue };
  const text = JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null ? each : hiddenValue,
  );
  return { kind: 'text', text };
}

/**
 * The command, one option a line. `baseUrl` ends with `/v1`; null where none is known. A body that
 * was not kept is read from a file named `body.json`, an upload from `upload`.
 */
export function curlCommand({ method, path, headers, body }: Repeatable, baseUrl: string | null) {
  const parts = [
    method === 'GET' ? 'curl -sS' : `curl -sS -X ${method}`,
    addressWord(baseUrl, path),
    `-H "Authorization: Bearer $${keyVariable}"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
  ];
  if (body !== null) {
    const type = body.kind === 'upload' ? body.mediaType : 'application/json';
    parts.push(`-H ${shellWord(`Content-Type: ${type}`)}`);
    if (body.kind === 'text') parts.push(`--data-raw ${shellWord(body.text)}`);
    else parts.push(body.kind === 'upload' ? '--data-binary @upload' : '--data-binary @body.json');
  }
  return parts.join(' \\\n  ');
}
