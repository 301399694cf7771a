/** Words of means that are gone: they stand where what was released cannot change, and where they are refused. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const gone =
  /restricted_fields|min_group_size|key_scope|\btokenize\b|leaf_secret|listAccruals|billing\/accruals|all_units|ALL_UNITS|list_nanos|billed_(?:time|record|data|operation)_nanos|\bunbill\b|emitted-?rate|suspend_overdue/gi;

/** Files that hold one of them, each with the reason. */
const kept: Readonly<Record<string, string>> = {
  'electron/database/migrations/0001-ledger.ts': 'an option of SQLite’s index of words',
  'electron/records/search-query.test.ts': 'the same option',
  'electron/database/migrations/0003-sessions.ts': 'released: its text is compared',
  'electron/database/migrations/0032-receipts.ts': 'takes the column away',
  'electron/database/migrations/0004-billing.ts': 'released: its text is compared',
  'electron/database/migrations/0004-billing.test.ts': 'tries that',
  'electron/database/migrations/0051-suspension-days.ts': 'has the column in an index',
  'electron/billing/rate-terms.ts': 'reads rate cards of before tiers had modes',
  'electron/billing/invoice-document.ts': 'reads invoices of before months had prices',
  'electron/billing/accounts.ts': 'reads accounts of before they had days of their own',
  'electron/billing/overdue-suspensions.ts': 'reads the same',
  'electron/billing/parties.ts': 'writes the column, which takes no null',
  'shared/ledger/columns.ts': 'facts of before name it',
  'renderer/i18n/en/rows.ts': 'calls the column of these facts something',
  'renderer/i18n/de/rows.ts': 'the same',
  'electron/proof/facts.test.ts': 'has such facts',
  'electron/proof/index-of-subjects.test.ts': 'has such facts',
  'docs/ledger-format.md': 'says what such facts hold',
  'docs/decisions.md': 'says what was decided of it',
  'electron/policies/old-policy.ts': 'reads policies of ledgers from before policies had versions',
  'electron/datasets/old-policies.test.ts': 'tries that',
  'electron/transformations/parse-transformation.test.ts': 'tries that it is refused',
  'electron/policies/check.test.ts': 'tries that it is refused',
  'electron/hosts/attacks.exploit.test.ts': 'tries that it is refused',
};

test('means that are gone are in no code, contract, text or document', () => {
  const files = globSync([
    '{shared,electron,renderer,e2e}/**/*.{ts,tsx,css,py,json}',
    'docs/*.{md,py,json}',
    '*.md',
  ]).filter((file) => !file.endsWith('gone-words.test.ts') && file !== 'CHANGELOG.md');
  expect(files.length).toBeGreaterThan(2_000);
  const found = files.filter((file) => readFileSync(file, 'utf8').match(gone) !== null);
  // What is kept is there: a reason without its file goes, too.
  expect(found.toSorted()).toEqual(Object.keys(kept).toSorted());
});
