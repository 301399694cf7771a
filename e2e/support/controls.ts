/** Where the console offers an operation, by the name that its control has. */
export const controlNames: Readonly<Record<string, RegExp>> = {
  createRecord: /^New decision$/,
  createImport: /^Import( a file…)?$/,
  createIntervention: /^(Approve|Override|Escalate)$/,
  createModel: /^(Register a card|New version|Register .+)$/,
  checkArtifactFile: /^Choose a (file|folder)…$/,
  startVerification: /^Verify now$/,
  signCheckpoint: /^Sign a checkpoint$/,
  rotateKey: /^Change the key…$/,
  createBundle: /^Export bundle…$/,
  createCase: /^Import a bundle…$/,
  createDataset: /^New dataset$/,
  importDatasetRecords: /^Import rows$/,
  createSession: /^Open a session$/,
  closePeriod: /^Close a period$/,
  createRateCard: /^New rate card$/,
  assignRateCard: /^Assign$/,
  createLimit: /^New limit$/,
  changeLimit: /^Change the limit of /,
  deleteLimit: /^Delete the limit of /,
  createAccount: /^New account$/,
  setSuspension: /^Suspend$/,
  createAdjustment: /^Credit or charge$/,
  payInvoice: /^Pay$/,
  runPayouts: /^Run payouts$/,
  setPayoutPreferences: /^Edit schedule$/,
  createApiKey: /^New API key$/,
  revokeApiKey: /^Revoke /,
  createBackup: /^Back up now$/,
  exportDiagnostics: /^Export diagnostics$/,
};

/** Screens on which a control of that name is another operation's. */
export const othersControls: Readonly<Record<string, RegExp>> = {
  // There a person is revoked.
  revokeApiKey: /tab=people/,
};

/** Where the palette and the list of keys offer an operation, by the title of its command. */
export const commandNames: Readonly<Record<string, RegExp>> = {
  listFindings: /^(Previous|Next) break$/,
  createRecord: /^New decision…$/,
  createImport: /^Import a file…$/,
  createIntervention: /^(Approve or second|Override|Escalate|Annotate)…$/,
  createModel: /^(Register a model card…|New version of this model…)$/,
  startVerification: /^Verify (now|the whole ledger)$/,
  createBundle: /^Export an evidence bundle…$/,
  createDataset: /^New dataset…$/,
  createSession: /^Open a (data session…|session on this dataset)$/,
  closePeriod: /^Close a period…$/,
  createRateCard: /^New rate card…$/,
  createLimit: /^New limit…$/,
  createAccount: /^New account…$/,
  runPayouts: /^Run payouts…$/,
  createApiKey: /^New API key…$/,
  createBackup: /^Back up now$/,
  restoreLedger: /^Restore a backup…$/,
  exportDiagnostics: /^Export diagnostics$/,
  getOverview: /^Go to Overview$/,
  listReviews: /^Go to Review$/,
  listAuditEvents: /^Go to Audit$/,
};
