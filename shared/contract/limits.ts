/** The limits of the API in one place; what the specification leaves open is decided here. */
export const limits = {
  records: { defaultLimit: 50, maximumLimit: 500 },
  entries: { defaultLimit: 50, maximumLimit: 500 },
  jobs: { defaultLimit: 20, maximumLimit: 100 },
  checkpoints: { defaultLimit: 50, maximumLimit: 500 },
  models: { defaultLimit: 50, maximumLimit: 500 },
  findings: { defaultLimit: 100, maximumLimit: 1_000 },
  /** Fields of a row that one request erases. */
  rowFields: 16,
  /** Rows that one request of an erasure names. */
  erasedRows: 10_000,
  rowProof: { defaultLimit: 50, maximumLimit: 100 },
  audit: { defaultLimit: 50, maximumLimit: 500 },
  /** Answered requests that are remembered, for a list of those answered lately. */
  requests: { defaultLimit: 200, kept: 1_000, errorCharacters: 16_384 },
  /** Values of a facet: the most frequent ones. */
  facetValues: 1_000,
  /** Nesting of a JSON body (ledger: "depth ≤ 128"). */
  jsonDepth: 128,
  /** Bytes of one JSON body, and of one line of an import. */
  bodyBytes: 4 * 1024 * 1024,
  /** Bytes of a body that are read at once, in a few milliseconds; a larger one is read on a thread of its own. */
  bodyAtOnce: 256 * 1024,
  /**
   * How long such a body may wait for a thread, and how long reading it may take; milliseconds. Both together
   * are less than a request may take: whoever sent it is told which of them it was.
   */
  bodyWaitMs: 18_000,
  bodyMs: 10_000,
  /** Bytes of the rows in one answer; one row is in it in any case. */
  answerBytes: 4 * 1024 * 1024,
  /** Bytes of a value in a row that was asked for in brief. */
  briefBytes: 4 * 1024,
  /** Files in the zip of a case, and their bytes in all when unpacked. */
  caseFiles: 10_000_000,
  caseBytes: 32 * 1024 * 1024 * 1024,
  /** Invalid fields that an answer names; beyond them it says that there are more. */
  faults: 1_000,
  /** Parameters of a list as members of a body. */
  queryMembers: 100,
  /** Bytes of one uploaded import file. */
  importBytes: 16 * 1024 * 1024 * 1024,
  /** UTF-16 units of the column mapping of an import: it is a part of the address. */
  importMapping: 64 * 1024,
  /** UTF-16 units of the short strings of a record: model_id, policy_id, transaction_id. */
  shortString: 256,
  /** Characters of a text that a person signs: no entry is longer than 65,535 bytes. */
  signedText: 64 * 1024,
  /** Entries of one act that people sign. */
  signedTexts: 512,
  /** Committed fields of one of them. */
  signedSalts: 64,
  /** UTF-16 units of a search text. */
  searchText: 256,
  /**
   * What the search index holds of one record: so many words, in so many UTF-16 units of text. Where there are
   * more, each value counts with so many units of its beginning.
   */
  searchIndex: { words: 4_096, characters: 128 * 1024, longValue: 4_096 },
  idempotencyKey: 255,
  /** Of one OTLP request: its bytes unpacked, how deep its values nest, and messages of protobuf in it. */
  otlp: { bytes: 16 * 1024 * 1024, depth: 32, messages: 2_000_000 },
  /** Of one batch of decisions: how many, bytes of its body, and faults that its answer names of all of them. */
  batch: { items: 1_000, bytes: 16 * 1024 * 1024, faults: 10_000 },
  sessions: { defaultLimit: 20, maximumLimit: 100 },
  apiKeys: { defaultLimit: 50, maximumLimit: 200 },
  /** Models that one API key is bound to. */
  keyModels: 100,
  /** Of one data session and of the calls in it. */
  session: {
    /** Seconds. */
    defaultTtl: 3_600,
    minimumTtl: 60,
    maximumTtl: 2_592_000,
    defaultBatchSize: 32,
    batchSize: 100,
    defaultFilterLimit: 100,
    filterLimit: 1_000,
    /** Bytes (UTF-8) of a filter in a query string. */
    queryFilterBytes: 8 * 1024,
    /** Names of operations, or of transformations, in a list of those that are allowed. */
    names: 64,
    /** Fields of a projection. */
    fields: 64,
    pipelineStages: 20,
    groups: 10_000,
    transformRecords: 1_000,
    operationRecords: 10_000,
    metadataBytes: 32 * 1024,
    /** Rows of one append; more go through an import. */
    appendRows: 10_000,
    /** Bytes of the body of one append. */
    appendBytes: 16 * 1024 * 1024,
    /** Calls of one session within one period: all pages of the rows that a key may stream, and its other queries. */
    rate: { limit: 30_600, periodMs: 60_000 },
    /** How long a query over rows may run; milliseconds. */
    queryMs: 10_000,
  },
  /** Lists of billing (specification, "Limits"); the largest amount, in whole units of the currency. */
  billing: {
    defaultLimit: 20,
    maximumLimit: 100,
    amount: 1_000_000_000,
    /** What an account can use in a month under one rate card: sums in nanos stay whole numbers of SQLite. */
    monthAmount: 10_000_000,
    /** Rows, and calls, that one quote is asked for. */
    quotedRows: 1_000_000_000,
    quotedCalls: 1_000_000,
  },
  activity: { defaultLimit: 50, maximumLimit: 200 },
  grants: {
    defaultLimit: 20,
    maximumLimit: 100,
    /** Requests of one account on one dataset that wait for an answer. */
    open: 20,
    /** Days from the start of a grant to its end. */
    days: 366,
    expectedRows: 1_000_000_000,
    expectedHours: 100_000,
    expectedOperations: 1_000_000_000,
    /** Rows whose mean size an estimate goes by. */
    sampledRows: 1_000,
  },
  sourceConnections: { defaultLimit: 50, maximumLimit: 200, ofLedger: 200 },
  relations: { defaultLimit: 100, maximumLimit: 1_000 },
  /** Days for which replicas of a ledger may be kept. */
  replicaDays: 3_650,
  webhooks: {
    defaultLimit: 50,
    maximumLimit: 200,
    /** UTF-16 units of an address. */
    url: 2_048,
    /** Endpoints that one API key makes, and those of a ledger. */
    ofKey: 10,
    ofLedger: 100,
    /** Bytes of the body of an event. */
    eventBytes: 2_048,
    /** For how long events are kept, and how far back they are sent again; milliseconds. */
    keptMs: 30 * 24 * 3_600_000,
    /** Events that one replay sends. */
    replayed: 1_000,
    /** Of an answer, in UTF-16 units. */
    answer: 200,
  },
  /** Alerts of rules. */
  oversight: { defaultLimit: 50, maximumLimit: 500, note: 4_000 },
  /** Of one search for a person. */
  personSearch: { identifiers: 20 },
  /** Requests of persons. */
  /** Recorded figures. */
  figures: {
    defaultLimit: 50,
    maximumLimit: 500,
    /** Groups that one table crosses. */
    groups: 3,
    /** Decisions of one figure. */
    decisions: 1_000_000,
    /** Records of a ledger whose full bundle is offered beside that of a figure. */
    fullBundle: 100_000,
  },
  persons: {
    defaultLimit: 50,
    maximumLimit: 500,
    identifiers: 10,
    identifierCharacters: 200,
    contactCharacters: 1_000,
    /** Decisions of one request. */
    records: 5_000,
    /** Decisions that a search for a person tells. */
    candidates: 1_000,
    /** Decisions of one objection: each is an entry of the act. */
    objections: 50,
    objectionReason: 4_000,
    /** Of who writes, to whom to object and to complain, in UTF-16 units. */
    letterLine: 1_000,
    /** Years for which it may be kept who a closed request was about. */
    keptYears: 30,
    /** Decisions above which two people sign an erasure. */
    erasedAlone: 100,
    /** Bytes of the body of an erasure: every text that people sign of it comes along. */
    erasureBytes: 32 * 1024 * 1024,
  },
  /** One decision profile. */
  profile: {
    /** Canonical JSON: an entry stays below 65,535 bytes. */
    bytes: 32 * 1024,
    nameCharacters: 40,
    pathCharacters: 1_024,
    valueCharacters: 200,
    /** Values of one class of outcomes. */
    values: 100,
    subjects: 4,
    groups: 4,
    bands: 20,
    columns: 8,
    rules: 20,
    mostPsi: 100,
    /** Groups that one rule crosses. */
    crossed: 3,
    reasonCodes: 50,
    /** A year. */
    dueHours: 8_760,
    smallGroup: 1_000_000,
    /** Newest records that its paths are looked for in, and those that a proposal is made from. */
    looked: 1_000,
    proposed: 2_000,
    /** Bytes of those records that are read; the first one in any case. */
    readBytes: 16 * 1024 * 1024,
  },
  /** UTF-16 units of intended_use and of limitations on a model card. */
  cardText: 64 * 1024,
  /** UTF-16 units of the reason of an intervention, and of its meaning. */
  reasonText: 16 * 1024,
  /** Things an intervention may name as looked at. */
  evidenceViewed: 100,
  /** Records that a bundle may select by id. */
  bundleRecords: 10_000,
  /** Earlier checkpoints that a bundle shows to be its beginning. */
  bundleSince: 16,
  /** Rows that a body can hold to be exported, columns of an export, rows that a PDF has room for. */
  exportRows: 50_000,
  exportColumns: 100,
  /** Codes of a column that are given words. */
  exportWords: 50,
  /** Rows that an export of a whole list can leave out. */
  exportExcept: 2_000,
  exportPdfRows: 5_000,
  /** Metrics in performance, and in fairness. */
  cardMetrics: 1_000,
  /** Bytes of one artifact, all its files together. */
  artifactBytes: 16 * 1024 * 1024 * 1024 * 1024,
  /** Files of one artifact. */
  artifactFiles: 100_000,
  /** UTF-16 units of a path inside an artifact. */
  artifactPath: 4_096,
  /** Errors an import keeps with their line numbers; the count goes on. */
  importErrors: 1_000,
} as const;
