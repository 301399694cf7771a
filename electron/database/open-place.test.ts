/** Files that are open are where they were, or the first of them that is not is told. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DatabaseError } from './database-error.ts';
import { confirmEach, OpenPlace } from './open-place.ts';

let root: string;
let folder: string;
let files: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proofdesk-place-'));
  folder = join(root, 'local');
  mkdirSync(folder);
  files = ['ledger', 'log'].map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('Files that are open', () => {
  test('are confirmed while they are where they were', () => {
    const told: DatabaseError[] = [];
    const place = new OpenPlace(files, (error) => told.push(error));
    place.confirm();
    expect(told).toEqual([]);
  });

  test('are told by the one that is gone, or is another', () => {
    const told: DatabaseError[] = [];
    const place = new OpenPlace(files, (error) => told.push(error));
    const [ledger = '', log = ''] = files;
    rmSync(log);
    expect(() => place.confirm()).toThrow(`${log} is not there any more`);
    writeFileSync(log, '');
    renameSync(ledger, join(root, 'aside'));
    writeFileSync(ledger, '');
    expect(() => place.confirm()).toThrow(`${ledger} is not the file any more`);
    expect(told.map(({ path }) => path)).toEqual([log, ledger]);
  });

  test('are told by the first of them where their folder goes between two looks', () => {
    const looks: string[] = [];
    let isGone = false;
    const look = (file: string) => {
      looks.push(file);
      if (isGone) throw new Error(`${file} is gone`);
      isGone = true;
    };
    expect(() => confirmEach(files, look)).toThrow(`${files[0]} is gone`);
    expect(looks).toEqual([files[0], files[1], files[0]]);
  });

  test('are told by the one that is gone where those before it are there', () => {
    const look = (file: string) => {
      if (file === files[1]) throw new Error(`${file} is gone`);
    };
    expect(() => confirmEach(files, look)).toThrow(`${files[1]} is gone`);
  });
});
