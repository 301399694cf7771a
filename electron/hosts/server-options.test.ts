/** The options of the headless host: from arguments, environment and a file, under one vocabulary. */
import { describe, expect, it, test } from 'vitest';
import { describeOptions, readServerOptions, usage } from './server-options.ts';

const none = { environment: {}, readFile: () => '' };

function read(argv: readonly string[], environment: Record<string, string> = {}, file = '') {
  return readServerOptions(argv, { environment, readFile: () => file });
}

function optionsOf(...from: Parameters<typeof read>) {
  const parsed = read(...from);
  if (parsed.kind !== 'run') throw new Error(JSON.stringify(parsed));
  return parsed.options;
}

describe('readServerOptions', () => {
  it.each([
    [['--data', 'd'], { port: 0, data: 'd', demo: undefined }],
    [['--data=d', '--port=8080'], { port: 8080, data: 'd', demo: undefined }],
    [['--port', '0', '--data', '/a b/c=d'], { port: 0, data: '/a b/c=d', demo: undefined }],
    [['--data', 'd', '--demo'], { port: 0, data: 'd', demo: { records: undefined } }],
    [['--demo', '--data', 'd'], { port: 0, data: 'd', demo: { records: undefined } }],
    [['--demo', '250', '--data', 'd'], { port: 0, data: 'd', demo: { records: 250 } }],
    [['--demo=250', '--data=d'], { port: 0, data: 'd', demo: { records: 250 } }],
    [['--demo-rows', '9', '--data=d'], { port: 0, data: 'd', demo: { rows: 9 } }],
    [
      ['--demo=5', '--demo-rows=9', '--data=d'],
      { port: 0, data: 'd', demo: { records: 5, rows: 9 } },
    ],
    [['--data', 'd', '--open'], { port: 0, data: 'd', demo: undefined, open: true }],
  ])('reads %j', (argv, expected) => {
    expect(optionsOf(argv)).toMatchObject({ open: false, listen: [], drainMs: 0, ...expected });
  });

  it('names servers of databases with their ports', () => {
    const hosts = [
      '--source-host=DB.Example',
      '--source-host=10.0.0.5:6432',
      '--source-host=[::1]:5433',
    ];
    expect(read(['--data=d', ...hosts])).toMatchObject({
      options: { sourceHosts: ['db.example:5432', '10.0.0.5:6432', '[::1]:5433'] },
    });
  });

  it('names a folder of fonts, in full', () => {
    expect(read(['--data=d', '--font-dir=/srv/fonts'])).toMatchObject({
      options: { fontFolder: '/srv/fonts' },
    });
  });

  it.each([
    [[], '--data needs a folder'],
    [['--data'], "Option '--data <value>' argument missing"],
    [['--data='], '--data needs a folder'],
    [['--data', '--port', '1'], "Option '--data' argument is ambiguous"],
    [['--data', 'd', '--port'], "Option '--port <value>' argument missing"],
    [['--data', 'd', '--port', '65536'], '--port needs a number'],
    [['--data', 'd', '--port', '-1'], "Option '--port' argument is ambiguous"],
    [['--data', 'd', '--port', '1e3'], '--port needs a number'],
    [['--data', 'd', '--demo', '0'], '--demo needs a number'],
    [['--data', 'd', '--demo', 'many'], '--demo needs a number'],
    [['--data', 'd', '--demo', '5000001'], '--demo needs a number'],
    [['--data', 'd', '--demo-rows'], "Option '--demo-rows <value>' argument missing"],
    [['--data', 'd', '--demo-rows', '0'], '--demo-rows needs a number'],
    [['--data', 'd', '--host', '0.0.0.0'], "Unknown option '--host'"],
    [['--data', 'd', 'more'], "Unexpected argument 'more'"],
    [['--data', 'd', '--demo', '--key', 'k'], '--key is for your own ledger'],
  ])('names what is wrong with %j', (argv, message) => {
    const parsed = readServerOptions(argv, none);
    expect(parsed.kind).toBe('wrong');
    expect(parsed).toHaveProperty('message', expect.stringContaining(message));
  });

  it('knows --help', () => {
    expect(read(['--help'])).toEqual({ kind: 'help' });
    expect(usage).toContain('--data DIR');
    for (const line of usage.split('\n')) expect(line.length).toBeLessThanOrEqual(200);
  });
});

const wide = ['--data=d', '--listen=0.0.0.0:8443'];
const server = [...wide, '--public-url=https://ledger.example'];

describe('a server', () => {
  test('has its addresses, its name and what stands in front of it', () => {
    const argv = [
      ...server,
      '--listen=[::1]:0',
      '--tls-cert=c.pem',
      '--tls-key=k.pem',
      '--operator-port=4000',
      '--metrics-listen=9090',
      '--trusted-proxy=10.0.0.0/8',
      '--trusted-proxy=::1',
      '--log=json',
      '--admin-key-file=k',
    ];
    expect(optionsOf(argv)).toMatchObject({
      listen: [
        { host: '0.0.0.0', port: 8_443 },
        { host: '::1', port: 0 },
      ],
      publicOrigin: 'https://ledger.example',
      tls: { cert: 'c.pem', key: 'k.pem' },
      operatorPort: 4_000,
      metricsListen: { host: '127.0.0.1', port: 9_090 },
      trustedProxies: ['10.0.0.0/8', '::1'],
      log: 'json',
      adminKeyFile: 'k',
      drainMs: 5_000,
    });
    expect(optionsOf([...server, '--drain=500ms']).drainMs).toBe(500);
    expect(optionsOf(['--data=d', '--listen=127.0.0.1:80']).publicOrigin).toBeUndefined();
    expect(optionsOf([...wide, '--public-url=https://ledger.example:8443/']).publicOrigin).toBe(
      'https://ledger.example:8443',
    );
  });

  test.each([
    [wide, 'by which address they reach it'],
    [['--data=d', '--listen=192.168.1.5:80'], 'say with --public-url'],
    [['--data=d', '--listen=[::]:80'], 'say with --public-url'],
    [['--data=d', '--listen=8443'], '--listen needs an address'],
    [['--data=d', '--listen=ledger.example:8443'], '--listen needs an address'],
    [['--data=d', '--listen=127.0.0.1:65536'], '--listen needs an address'],
    [['--data=d', '--listen=[127.0.0.1]:80'], '--listen needs an address'],
    [['--data=d', '--listen=::1:80'], '--listen needs an address'],
    [[...wide, '--public-url=http://ledger.example'], '--public-url needs an address'],
    [[...wide, '--public-url=https://ledger.example/console'], '--public-url needs an address'],
    [[...wide, '--public-url=https://me:pass@ledger.example'], '--public-url needs an address'],
    [[...wide, '--public-url=https://ledger.example.'], '--public-url needs an address'],
    [[...wide, '--public-url=ledger.example'], '--public-url needs an address'],
    [[...server, '--tls-cert=c.pem'], '--tls-cert and --tls-key are given together'],
    [[...server, '--tls-key=c.pem'], '--tls-cert and --tls-key are given together'],
    [[...server, '--port=80'], 'by --operator-port'],
    [[...server, '--open'], '--open opens the console'],
    [[...server, '--trusted-proxy=10.0.0.0/33'], '--trusted-proxy: "10.0.0.0/33" is not'],
    [['--data=d', '--webhook-allow=a/b'], '--webhook-allow: a/b is neither a host nor a network'],
    [['--data=d', '--source-host=a b'], '--source-host needs a server such as db.example:5432'],
    [['--data=d', '--source-host=db:0'], '--source-host needs a server such as db.example:5432'],
    [
      ['--data=d', '--source-host=db:65536'],
      '--source-host needs a server such as db.example:5432',
    ],
    [[...server, '--log=xml'], '--log is text or json'],
    [[...server, '--drain=5'], '--drain needs a time'],
    [[...server, '--drain=11m'], '--drain needs a time'],
    [['--data=d', '--public-url=https://ledger.example'], '--public-url is for a server'],
    [['--data=d', '--operator-port=1'], '--operator-port is for a server'],
    [['--data=d', '--trusted-proxy=::1'], '--trusted-proxy is for a server'],
    [['--data=d', '--admin-key-file='], '--admin-key-file needs a file'],
  ])('is not made by %j', (argv, message) => {
    const parsed = read(argv);
    expect(parsed).toMatchObject({ kind: 'wrong', message: expect.stringContaining(message) });
    expect(parsed).toHaveProperty('message', expect.stringMatching(/^[^\n]+\.$/));
  });
});

describe('one vocabulary', () => {
  const file = `# the ledger of the bank
PROOFDESK_DATA=/var/lib/proofdesk
PROOFDESK_LISTEN="127.0.0.1:1, 127.0.0.1:2"
PROOFDESK_PUBLIC_URL=https://file.example
PROOFDESK_LOG=text
`;

  test('an argument goes before the environment, that before the file', () => {
    const environment = {
      PROOFDESK_PUBLIC_URL: 'https://environment.example',
      PROOFDESK_LOG: 'json',
      PROOFDESK_DRAIN: '',
      PROOFDESK_ALL: '1',
    };
    const options = optionsOf(['--config', 'f.env', '--log', 'text'], environment, file);
    expect(options).toMatchObject({
      data: '/var/lib/proofdesk',
      listen: [
        { host: '127.0.0.1', port: 1 },
        { host: '127.0.0.1', port: 2 },
      ],
      publicOrigin: 'https://environment.example',
      log: 'text',
      drainMs: 5_000,
    });
    expect(options.given).toEqual([
      { name: 'data', value: '/var/lib/proofdesk', source: 'file' },
      { name: 'listen', value: '127.0.0.1:1, 127.0.0.1:2', source: 'file' },
      { name: 'public-url', value: 'https://environment.example', source: 'environment' },
      { name: 'log', value: 'text', source: 'argument' },
      { name: 'config', value: 'f.env', source: 'argument' },
    ]);
    expect(describeOptions(options)).toContain('--data /var/lib/proofdesk (file)\n');
  });

  test('the environment may name the file', () => {
    const { data } = optionsOf([], { PROOFDESK_CONFIG: 'f.env' }, file);
    expect(data).toBe('/var/lib/proofdesk');
  });

  test.each([
    ['PROOFDESK_PUBLIC_ULR=https://a.example', 'PROOFDESK_PUBLIC_ULR'],
    ['PATH=/bin', 'PATH'],
    ['PROOFDESK_CONFIG=other.env', 'PROOFDESK_CONFIG'],
    ['PROOFDESK_HELP=true', 'PROOFDESK_HELP'],
    ['data=d', 'data'],
  ])('%s in the file is refused by its name', (line, name) => {
    expect(read(['--config', 'f.env'], {}, `PROOFDESK_DATA=d\n${line}\n`)).toEqual({
      kind: 'wrong',
      message: `f.env names ${name}, which is no option.`,
    });
  });

  test('a file that is not there is said', () => {
    const readFile = () => {
      throw new Error('ENOENT');
    };
    expect(readServerOptions(['--config=f.env'], { environment: {}, readFile })).toEqual({
      kind: 'wrong',
      message: '--config: f.env cannot be read.',
    });
  });

  test('what is no value of an option is refused wherever it stands', () => {
    const message = '--open is true or false, not "yes".';
    expect(read(['--data=d'], { PROOFDESK_OPEN: 'yes' })).toEqual({ kind: 'wrong', message });
    expect(optionsOf(['--data=d'], { PROOFDESK_OPEN: 'true' }).open).toBe(true);
    expect(optionsOf(['--data=d'], { PROOFDESK_OPEN: 'false' }).open).toBe(false);
    expect(optionsOf(['--data=d'], { PROOFDESK_DEMO: 'true' }).demo).toEqual({});
  });

  test('replicas are kept for days', () => {
    expect(optionsOf(['--data=d']).replicaDays).toBeUndefined();
    expect(optionsOf(['--data=d', '--replica-retention=7d']).replicaDays).toBe(7);
    for (const wrong of ['0d', '7', '7h', '-1d', '1e2d', '3651d', '']) {
      expect(read(['--data=d', `--replica-retention=${wrong}`], {})).toMatchObject({
        kind: 'wrong',
        message: expect.stringContaining('--replica-retention'),
      });
    }
  });

  test('--check asks for what is in force', () => {
    expect(read(['--data=d', '--check'])).toMatchObject({ kind: 'check' });
  });
});
