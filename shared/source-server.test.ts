import { expect, test } from 'vitest';
import { serverKey, serverKeyOf } from './source-server.ts';

test.each([
  ['db.example', 'db.example:5432'],
  ['DB.Example:6432', 'db.example:6432'],
  ['db.example:05432', 'db.example:5432'],
  ['10.0.0.5:6432', '10.0.0.5:6432'],
  ['[::1]:5433', '[::1]:5433'],
  ['[2001:DB8::1]', '[2001:db8::1]:5432'],
  ['::1', '[::1]:5432'],
  ['::ffff:10.0.0.5', '[::ffff:10.0.0.5]:5432'],
])('%s is the server %s', (text, key) => {
  expect(serverKeyOf(text)).toBe(key);
});

test.each([
  '',
  ':5432',
  'db example',
  'db:0',
  'db:65536',
  'db:5432:1',
  '[::1',
  '[db.example]:5432',
  'http://db.example',
  'db/..',
  'user@db',
])('%s is no server', (text) => {
  expect(serverKeyOf(text)).toBeUndefined();
});

test('a connection has the text that its server was allowed by', () => {
  expect(serverKey('2001:DB8::1', 5_432)).toBe(serverKeyOf('2001:db8::1'));
  expect(serverKey('Db.Example', 5_432)).toBe(serverKeyOf('db.example:5432'));
});
