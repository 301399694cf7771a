/** The first decision from four sides: address and key stand where each program reads them, and leave no quotes. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { snippetOf, ways } from './snippets.ts';

const access = { baseUrl: 'http://127.0.0.1:4000/v1', key: 'pdk_abc' };

/** Prints what a shell makes of a command that calls curl: standard input, then each argument. */
const asRun = (command: string) =>
  execFileSync('sh', ['-c', `curl() { cat; printf '\\n%s' "$@"; }\n${command}`], {
    encoding: 'utf8',
  }).split('\n');

describe('curl', () => {
  test('sends the key by standard input and posts to the records of the address', () => {
    const [header, ...words] = asRun(snippetOf('curl', access));
    expect(header).toBe('Authorization: Bearer pdk_abc');
    expect(words.at(-1)).toBe('http://127.0.0.1:4000/v1/records');
    expect(words.join(' ')).not.toContain('pdk_');
    const body: unknown = JSON.parse(words[words.indexOf('-d') + 1] ?? '');
    expect(body).toMatchObject({ model_id: 'first-model', output: { decision: 'approve' } });
  });

  test('keeps any address and key a word of the shell', () => {
    const odd = { baseUrl: `https://a.test/it's $(id)/v1`, key: `x'; id #` };
    const [header, ...words] = asRun(snippetOf('curl', odd));
    expect(header).toBe(`Authorization: Bearer x'; id #`);
    expect(words.at(-1)).toBe(`https://a.test/it's $(id)/v1/records`);
  });
});

test('exporters are told the host without /v1, which they add', () => {
  const command = `${snippetOf('otel', access)}\nenv`;
  const told = execFileSync('sh', ['-c', command], { encoding: 'utf8' });
  expect(told).toContain('OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4000\n');
  expect(told).toContain('OTEL_EXPORTER_OTLP_HEADERS=x-api-key=pdk_abc\n');
});

test.each(['python', 'node'] as const)('%s quotes them as its language does', (way) => {
  const text = snippetOf(way, { baseUrl: 'https://a.test/"/v1/', key: 'pdk_"' });
  expect(text).toContain('"https://a.test/\\"/v1"');
  expect(text).toContain('"pdk_\\""');
  expect(text).toContain(`'https://a.test/"/clients/`);
});

test.each(ways)('%s names what is not known', (way) => {
  const text = snippetOf(way, { baseUrl: null, key: null });
  expect(text).toContain('<BASE_URL>');
  expect(text).toContain('<API_KEY>');
});
