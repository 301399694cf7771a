/** The command line of the headless host. */
import { describe, expect, it } from 'vitest';
import { parseHeadlessArguments, usage } from './headless-arguments.ts';

describe('parseHeadlessArguments', () => {
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
    const given = { open: false, ...expected };
    expect(parseHeadlessArguments(argv)).toEqual({ kind: 'run', arguments: given });
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
  ])('names what is wrong with %j', (argv, message) => {
    const parsed = parseHeadlessArguments(argv);
    expect(parsed.kind).toBe('wrong');
    expect(parsed).toHaveProperty('message', expect.stringContaining(message));
  });

  it('knows --help', () => {
    expect(parseHeadlessArguments(['--help'])).toEqual({ kind: 'help' });
    expect(usage).toContain('--data DIR');
  });
});
