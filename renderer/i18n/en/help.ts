/** Words of the help: what verdicts mean, the tour, the interface; and of the palette over all things. */
export const help = {
  title: 'Help',
  back: 'Back to Help',
  pages: {
    all: 'All of the help',
    verdicts: 'What a verdict means',
    verdictsText:
      'Every verdict and every finding: what was checked, what it does not prove, what to do.',
    tour: 'The tour',
    tourText: 'Seven stops through the console, on real screens. It can be left at any time.',
    keys: 'Keyboard',
    keysText: 'Every key that does something here, taken from the commands themselves.',
    api: 'Interface for programs',
    apiText: 'Every operation of the API of the open ledger, with an example to copy.',
  },
  menu: {
    file: 'File',
    view: 'View',
    go: 'Go',
    ledger: 'Ledger',
    help: 'Help',
    dataFolder: 'Open the data folder',
  },
  palette: { recent: 'Opened lately', things: 'Things' },
  notices: {
    filter: 'Which notifications',
    all: 'All',
    errors: 'Errors',
    error: 'Error',
    nothing: 'What happens here is kept, also when the window is closed.',
    noErrors: 'Nothing has failed.',
    dismiss: 'Remove: {{title}}',
  },
  savedView: 'View {{name}} of {{section}}',
  tabs: { method: 'Method', history: 'History of verifications' },
  place: {
    record: 'Decision',
    model: 'Model',
    session: 'Data session',
    dataset: 'Dataset',
    invoice: 'Invoice',
    payout: 'Payout',
    figure: 'Recorded figure',
    person_request: 'Request of a person',
  },
  openPlace: {
    record: 'Open the decision',
    hash: 'Find the decision',
    entry: 'Find the entry',
    session: 'Open the session',
    evidence: 'Open the evidence',
    dataset: 'Open the dataset',
    grant: 'Open the grant',
    invoice: 'Open the invoice',
    payout: 'Open the payout',
    figure: 'Open the recorded figure',
    person_request: 'Open the request of a person',
    account: 'Open the account',
    limit: 'Open the limit',
    alert: 'Open the alert',
    job: 'Open the job',
    case: 'Open the case',
    request: 'Open the request',
    key: 'Open the API key',
    person: 'Open the person',
    connection: 'Open the connection',
  },
  open: {
    missing: 'Nothing here has the id {{id}}',
    missingText: 'It may be in another ledger, or this console has no page for it.',
    search: 'Search the decisions for it',
  },
  keys: {
    search: 'Find a key or a command',
    none: 'No key has to do with “{{text}}”.',
    withoutKey: 'Without a key, in the palette',
  },
  tour: {
    title: 'Tour',
    command: 'Take the tour',
    offer: 'These data are made up. A tour of seven stops shows what the console is for.',
    goOn: 'The tour is not over yet.',
    start: 'Take the tour',
    continue: 'Continue the tour',
    decline: 'No, thanks',
    step: 'Stop {{step}} of {{total}}',
    leave: 'Leave the tour; it can be continued',
    back: 'Back',
    next: 'Next',
    end: 'Done',
    stops: {
      verdict: {
        title: 'What is known of this ledger',
        text: 'A verdict says what was recomputed here, how much of it, and when. “Not verified” means that nobody has looked yet, not that all is well. “Verify now” recomputes every entry.',
      },
      list: {
        title: 'Every decision, in its order',
        text: 'One line is one decision of a model. The mark at its side says whether it was checked. Press / to filter, j and k to go down and up.',
      },
      record: {
        title: 'One decision, taken apart',
        text: 'What the model was asked, what it answered, why, and who intervened. The tab Chain shows the exact bytes that were hashed, and the link to the decision before.',
      },
      review: {
        title: 'What waits for a person',
        text: 'Decisions that a policy, an escalation or a second person’s say holds back. Approve with a, override with o; the next one opens by itself. The original always stays.',
      },
      chain: {
        title: 'Proof that nothing was altered',
        text: 'Here the whole ledger is verified. Were a value altered, its entry would be named, with what was expected and what is there. Checkpoints kept elsewhere show that nothing was cut off.',
      },
      bundles: {
        title: 'Hand it to an auditor',
        text: 'A bundle is a zip that anybody verifies with standard tools, without this program. Bundles that you are handed are opened as cases, read-only.',
      },
      help: {
        title: 'Where to ask',
        text: 'What each verdict means, every key, and the interface for programs stand here. Ctrl+K finds any command, and opens any id or hash that you paste.',
      },
    },
  },
  api: {
    failed: 'The document of the interface could not be loaded',
    search: 'Find an operation',
    operations: 'Operations',
    none: 'No operation has to do with “{{text}}”.',
    extension: 'Extension',
    parameters: 'Parameters',
    body: 'Body, {{type}}',
    answers: 'Answers',
    answerBody: 'Members of the answer',
    required: 'required',
    example: 'Example',
    copy: 'Copy the example',
  },
  verdicts: {
    title: 'What a verdict means',
    intro:
      'A verdict says what this console recomputed itself, and when. It never says that a decision was right.',
    ofLedger: 'Of a whole ledger',
    ofEntry: 'Of one entry or value',
    states: 'How a result ages',
    isCode: 'In the API',
    means: 'What was found',
    limits: 'What it does not prove',
    next: 'What to do',
    state: {
      ok: ['Verified', 'All entries of today’s ledger were recomputed here, within the last day.'],
      stale: [
        'Verified earlier',
        'The last result held, but entries came since, or it is more than a day old.',
      ],
      never: ['Not verified', 'Nobody recomputed this ledger here. Nothing is known about it.'],
      failed: ['Failed', 'Something that is stored is not what was hashed or signed for.'],
    },
    ledger: {
      VERIFIED_ANCHORED: {
        means:
          'Every entry was recomputed, and the result agrees with a checkpoint that somebody outside keeps.',
        limits: 'That the decisions were right, or that all of them were written down.',
        next: 'Keep the report. Anchor again when entries have come.',
      },
      VERIFIED_SIGNED: {
        means:
          'Every entry was recomputed, and the result agrees with a checkpoint signed with the key of this ledger.',
        limits:
          'That who holds the key has not signed another history too. A checkpoint kept by others shows that.',
        next: 'Give a checkpoint to somebody outside, and compare it later.',
      },
      SELF_CONSISTENT_ONLY: {
        means:
          'Every entry, value, link and index column was recomputed and agrees with the others.',
        limits:
          'That nothing was cut off at the end, and that the whole was not written anew. A chain alone cannot show either.',
        next: 'Sign a checkpoint, keep it elsewhere, and verify against it.',
      },
      TRUNCATED: {
        means: 'A checkpoint kept elsewhere covers entries that are no longer here.',
        limits: 'Who cut them off, or whether it was a restore that nobody declared.',
        next: 'Stop writing. Look for the missing entries in backups and bundles.',
      },
      ROLLED_BACK: {
        means: 'The ledger is shorter than one that was seen before.',
        limits: 'Why: an old copy that was put back looks the same.',
        next: 'Find the newer copy. Do not append to this one.',
      },
      FORKED: {
        means: 'This ledger and a checkpoint seen before cannot come from one history.',
        limits: 'Which of the two is the true one.',
        next: 'Keep both. Compare them entry by entry, from the last one they share.',
      },
      BAD_SIGNATURE: {
        means: 'A checkpoint carries a signature that its key did not make.',
        limits: 'Anything about the entries: only the checkpoint is worthless.',
        next: 'Get the checkpoint again from where it came from.',
      },
      UNKNOWN_KEY: {
        means: 'A checkpoint is signed by a key that this ledger does not name.',
        limits: 'That the ledger is wrong: the checkpoint may be of another one.',
        next: 'Compare the key with the one you were told.',
      },
      UNVERIFIABLE: {
        means: 'What is stored is not what was hashed; the findings say where.',
        limits: 'What was there before, unless a bundle or a backup still has it.',
        next: 'Open the first finding. Compare with a backup. Do not repair by hand.',
      },
    },
    entry: {
      OK: {
        means: 'Its text, values, link and index columns are what was hashed.',
        limits: 'That the decision was right.',
        next: 'Nothing.',
      },
      FIELD_ALTERED: {
        means: 'A value does not fit the commitment in its entry.',
        limits: 'What the value was before, unless a copy has it.',
        next: 'Compare expected and actual; ask who may write to the file.',
      },
      ENTRY_ALTERED: {
        means: 'The text of the entry does not have the hash that the next one names.',
        limits: 'Which of the two was changed.',
        next: 'Compare with a bundle or a backup.',
      },
      LINK_BROKEN: {
        means: 'It does not name the hash of the record before it.',
        limits: 'Anything about what follows: that no longer hangs on what came before.',
        next: 'Start at the first break; the others often follow from it.',
      },
      INSERTED: {
        means: 'An entry stands here that the chain does not know.',
        limits: 'Who put it there.',
        next: 'Compare with a checkpoint from before.',
      },
      DELETED: {
        means: 'An entry that the chain goes over is gone.',
        limits: 'What it said, unless a copy has it.',
        next: 'Look for it in bundles and backups.',
      },
      REORDERED: {
        means: 'Entries stand in another order than they were hashed in.',
        limits: 'Why.',
        next: 'Compare with a bundle or a backup.',
      },
      ERASED_DECLARED: {
        means: 'A value was erased, and an entry of the ledger says so, with its legal basis.',
        limits: 'What the value was. Its commitment stays, and proves nothing without it.',
        next: 'Nothing: this is in order.',
      },
      MISSING_UNDECLARED: {
        means: 'A value is gone, and no entry says that it was erased.',
        limits: 'Whether it was lost or taken out.',
        next: 'Look for it in a backup; declare the erasure if it was one.',
      },
      PROJECTION_MISMATCH: {
        means: 'What lists and filters show is not what the entry says.',
        limits: 'Anything against the entry: it is the index that lies.',
        next: 'Trust the entry. Find out who changed the index.',
      },
      TIME_REGRESSION: {
        means: 'It was made before the one it follows, by its own time.',
        limits: 'That anything was altered: a clock may have been set back.',
        next: 'Check the clock of the machine that wrote it.',
      },
      ROW_ALTERED: {
        means: 'A row beside the entries holds another value than the journal says or gives.',
        limits: 'Anything against the entries: they may all hold.',
        next: 'Trust the journal. Compare with a backup and find out who changed the file.',
      },
      ROW_INSERTED: {
        means: 'A row is there that the journal knows nothing of.',
        limits: 'Who put it in.',
        next: 'Pay and decide nothing by it. Compare with a backup.',
      },
      ROW_DELETED: {
        means: 'The journal speaks of a row that is not there.',
        limits: 'Whether it was lost or taken out.',
        next: 'Look for it in a backup; the journal says what it held.',
      },
      SIGNATURE_INVALID: {
        means:
          'What a person is said to have signed is not what their key signed, or they could not sign it.',
        limits: 'Who put it there: whoever has the ledger’s key can append an entry.',
        next: 'Do not rely on this act. Ask the person, and have it done again.',
      },
    },
  },
} as const;
