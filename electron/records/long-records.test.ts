/** Records that are longer than the search index: a bound on what is indexed, told, and taken out again. */
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../shared/contract/limits.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { TestApi } from '../api/test-api.ts';
import { cutMark, wholeSearchText } from '../ledger/search-text.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

/** A value of 4 MB of words that all differ. */
const words = (name: string) =>
  Array.from({ length: 340_000 }, (_, n) => `${name}${n.toString(36)}`).join(' ');

const search = (query: string) => api.read(recordListSchema, `/records?${query}`);

const inLedger = <Result>(work: (database: SqliteDatabase.Database) => Result): Result => {
  const database = new SqliteDatabase(join(api.directory, 'proofdesk.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
};

/** The words that the index holds. */
const vocabulary = () =>
  inLedger((database) => {
    database.exec(
      "CREATE VIRTUAL TABLE temp.held USING fts5vocab('main', 'records_search', 'row')",
    );
    return database.prepare<[], string>('SELECT term FROM held').pluck().all();
  });

async function erase(id: string): Promise<void> {
  const response = await api.send('POST', `/records/${id}/erasures`, {
    body: {
      legal_basis: 'GDPR Art. 17(1)(a)',
      actor: { id: 'usr_1', role: 'data_protection_officer' },
      fields: ['input'],
    },
  });
  if (response.status !== 201) throw new Error(await response.text());
}

describe('A record of 4 MB of words that all differ', () => {
  test('is indexed in part: what an append and an erasure have to do has a bound', async () => {
    await api.append({ input: { text: words('w') } });
    expect(vocabulary().length).toBeLessThanOrEqual(limits.searchIndex.words + 1);
  });

  test('is found by what stands behind it, and the list says that it was searched in part @whole', async () => {
    await api.append({ model_id: 'other', input: { text: 'short' } });
    expect(await search('q=short')).not.toHaveProperty('partly_searched');
    const { id } = await api.append({
      model_id: 'long',
      input: { text: words('w'), zone: 'Zanzibar' },
    });
    expect(await search('q=zanzibar')).toMatchObject({ data: [{ id }], partly_searched: 1 });
    const last = `w${(339_999).toString(36)}`;
    expect(await search(`q=${last}`)).toMatchObject({ data: [], total: 0, partly_searched: 1 });
    expect(await search(`q=${last}&model_id=other`)).not.toHaveProperty('partly_searched');
    expect(await search(`q=${id}`)).toMatchObject({ data: [{ id }] });
    expect(await search('model_id=long')).not.toHaveProperty('partly_searched');
  });

  test.each([
    ['in part', () => {}],
    [
      'whole, by an earlier version',
      () => {
        inLedger((database) => {
          const value = (field: string) =>
            database
              .prepare<[string], string>('SELECT value FROM payloads WHERE field = ?')
              .pluck()
              .get(field) ?? '';
          database.exec("INSERT INTO records_search (records_search) VALUES ('delete-all')");
          database
            .prepare('INSERT INTO records_search (rowid, text) VALUES (1, ?)')
            .run(wholeSearchText(value('input'), value('output')));
        });
      },
    ],
  ])('leaves no word of it when it is erased and was indexed %s', async (_, index) => {
    const { id } = await api.append({ input: { text: words('w').slice(0, 200_000) } });
    index();
    expect(vocabulary()).toContain('w1');
    await erase(id);
    expect(vocabulary()).toEqual(['approve', 'decision']);
    expect(await search('q=approve')).not.toHaveProperty('partly_searched');
    expect(vocabulary()).not.toContain(cutMark);
  });
});
