/** Every migration in order. A database's `user_version` is the version of the last one it has. */
import { ledgerMigration } from './0001-ledger.ts';
import { modelsMigration } from './0002-models.ts';
import { sessionsMigration } from './0003-sessions.ts';
import { billingMigration } from './0004-billing.ts';
import { evidenceMigration } from './0005-evidence.ts';
import { keyRotationsMigration } from './0006-key-rotations.ts';
import { accessMigration } from './0007-access.ts';
import { auditMigration } from './0008-audit.ts';
import { sessionOpenersMigration } from './0009-session-openers.ts';
import { proofMigration } from './0010-proof.ts';
import { profilesMigration } from './0011-profiles.ts';
import { decisionFactsMigration } from './0012-decision-facts.ts';
import { personsMigration } from './0013-persons.ts';
import { reviewRulesMigration } from './0014-review-rules.ts';
import { reviewWorkMigration } from './0015-review-work.ts';
import { alertsMigration } from './0016-alerts.ts';
import { figuresMigration } from './0017-figures.ts';
import { grantsMigration } from './0018-grants.ts';
import { noIndexByPolicyMigration } from './0019-no-index-by-policy.ts';
import { activityMigration } from './0020-activity.ts';
import { writtenFactsMigration } from './0021-written-facts.ts';
import { policiesMigration } from './0022-policies.ts';
import { keysOfGrantsMigration } from './0023-keys-of-grants.ts';
import { partiesMigration } from './0024-parties.ts';
import { monthPricesMigration } from './0025-month-prices.ts';
import { grantListsMigration } from './0026-grant-lists.ts';
import { statisticsMigration } from './0027-statistics.ts';
import { sharesMigration } from './0028-shares.ts';
import { shareTermsMigration } from './0029-share-terms.ts';
import { creditsMigration } from './0030-credits.ts';
import { keptYearsMigration } from './0031-kept-years.ts';
import { receiptsMigration } from './0032-receipts.ts';
import { rowErasuresMigration } from './0033-row-erasures.ts';
import { intakeMigration } from './0034-intake.ts';
import { webhooksMigration } from './0035-webhooks.ts';
import { creditNotesMigration } from './0037-credit-notes.ts';
import { monthsMigration } from './0038-months.ts';
import { payoutPapersMigration } from './0039-payout-papers.ts';
import { deletedMethodsMigration } from './0040-deleted-methods.ts';
import { sourcesMigration } from './0041-sources.ts';
import { sourceConnectionsMigration } from './0042-source-connections.ts';
import { datasetColumnsMigration } from './0044-dataset-columns.ts';
import { currencyMigration } from './0046-currency.ts';
import { withdrawnCardsMigration } from './0047-withdrawn-cards.ts';
import { erasedKeysMigration } from './0048-erased-keys.ts';
import { sourceStatesMigration } from './0050-source-states.ts';
import { suspensionDaysMigration } from './0051-suspension-days.ts';
import { otherTaxesMigration } from './0052-other-taxes.ts';
import { papersMigration } from './0053-papers.ts';

/** One step forward; there is no way back. Runs in one transaction with its version number. */
export interface Migration {
  /** Greater than that of the step before. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** Set where no ledger of an earlier version can be brought to it: only a new one begins here. */
  readonly isBeginning?: true;
}

export const migrations: readonly Migration[] = [
  ledgerMigration,
  modelsMigration,
  sessionsMigration,
  billingMigration,
  evidenceMigration,
  keyRotationsMigration,
  accessMigration,
  auditMigration,
  sessionOpenersMigration,
  proofMigration,
  profilesMigration,
  decisionFactsMigration,
  personsMigration,
  reviewRulesMigration,
  reviewWorkMigration,
  alertsMigration,
  figuresMigration,
  grantsMigration,
  noIndexByPolicyMigration,
  activityMigration,
  writtenFactsMigration,
  policiesMigration,
  keysOfGrantsMigration,
  partiesMigration,
  monthPricesMigration,
  grantListsMigration,
  statisticsMigration,
  sharesMigration,
  shareTermsMigration,
  creditsMigration,
  keptYearsMigration,
  receiptsMigration,
  rowErasuresMigration,
  intakeMigration,
  webhooksMigration,
  creditNotesMigration,
  monthsMigration,
  payoutPapersMigration,
  deletedMethodsMigration,
  sourcesMigration,
  sourceConnectionsMigration,
  datasetColumnsMigration,
  currencyMigration,
  withdrawnCardsMigration,
  erasedKeysMigration,
  sourceStatesMigration,
  suspensionDaysMigration,
  otherTaxesMigration,
  papersMigration,
];
