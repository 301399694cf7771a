/** Programs that log a first decision, with the address and the key of a ledger in them. */
import { shellWord } from '../../ui/requests/curl.ts';

export const ways = ['curl', 'python', 'node', 'otel'] as const;
export type Way = (typeof ways)[number];

/** Null stands for what is not known; the program then names it instead. */
export interface Access {
  /** With its `/v1`. */
  readonly baseUrl: string | null;
  readonly key: string | null;
}

/** The program as it is pasted: into a shell, or for Python and Node into a file. */
export function snippetOf(way: Way, access: Access): string {
  const url = (access.baseUrl ?? '<BASE_URL>/v1').replace(/\/+$/, '');
  const host = url.replace(/\/v1$/, '');
  return snippets[way]({ url, host, key: access.key ?? '<API_KEY>' }).join('\n');
}

interface Filled {
  readonly url: string;
  /** The address without `/v1`: the clients are served there, and exporters add it by themselves. */
  readonly host: string;
  readonly key: string;
}

/** A text as Python and JavaScript both write it. */
const quoted = (text: string) => JSON.stringify(text);

const snippets: Readonly<Record<Way, (filled: Filled) => readonly string[]>> = {
  curl: ({ url, key }) => [
    `printf 'Authorization: Bearer %s' ${shellWord(key)} | curl -sS --fail-with-body -H @- \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"model_id":"first-model","input":{"age":41},"output":{"decision":"approve"}}' \\`,
    `  ${shellWord(`${url}/records`)}`,
  ],
  python: ({ url, host, key }) => [
    `# Once: curl -sS --fail -O ${shellWord(`${host}/clients/proofdesk.py`)}`,
    'from proofdesk import Proofdesk',
    '',
    `ledger = Proofdesk(${quoted(url)}, ${quoted(key)}, spool="decisions.spool")`,
    'ledger.log(model_id="first-model", input={"age": 41}, output={"decision": "approve"})',
    'ledger.close()',
  ],
  node: ({ url, host, key }) => [
    `// Once: npm install ${shellWord(`${host}/clients/proofdesk-client.tgz`)}`,
    `import { Proofdesk } from '@proofdesk/client';`,
    `import { fileSpool } from '@proofdesk/client/file-spool';`,
    '',
    'const ledger = new Proofdesk({',
    `  baseUrl: ${quoted(url)},`,
    `  apiKey: ${quoted(key)},`,
    `  spool: fileSpool('./decisions.spool'),`,
    '});',
    `ledger.log({ model_id: 'first-model', input: { age: 41 }, output: { decision: 'approve' } });`,
    'await ledger.close();',
  ],
  otel: ({ host, key }) => [
    `export OTEL_EXPORTER_OTLP_ENDPOINT=${shellWord(host)}`,
    `export OTEL_EXPORTER_OTLP_HEADERS=${shellWord(`x-api-key=${key}`)}`,
    'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
    'export OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental',
    'export OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY',
  ],
};
