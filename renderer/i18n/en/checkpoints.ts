/** Words of checkpoints: how the ledger stands to them, keeping one elsewhere, comparing one. */
export const checkpoints = {
  title: 'Checkpoints',
  text: 'A checkpoint is a signed note of how many entries the ledger has and of the root over them. One that is kept elsewhere shows what the ledger alone cannot: that nothing was cut off its end and no other history was put in its place.',
  sign: 'Sign a checkpoint',
  signed_one: 'Checkpoint over {{size}} entry signed',
  signed_other: 'Checkpoint over {{size}} entries signed',
  signFailed: 'No checkpoint was signed',
  compare: 'Compare one kept elsewhere…',
  list: 'Checkpoints kept of this ledger, the largest first',
  loading: 'Loading the checkpoints',
  loadFailed: 'The checkpoints could not be loaded',
  empty:
    'No checkpoint was signed yet. One is after a change, on export and when the ledger is closed.',
  more: 'Show more',
  columns: {
    size: 'Entries',
    root: 'Root',
    kept: 'Kept',
    source: 'From',
    verdict: 'What it says of the ledger',
    actions: 'Actions',
  },
  source: { own: 'Beside the database', anchor: 'Elsewhere' },
  save_one: 'Save the checkpoint over {{size}} entry',
  save_other: 'Save the checkpoint over {{size}} entries',
  saveShort: 'Save',
  copy_one: 'Copy the checkpoint over {{size}} entry',
  copy_other: 'Copy the checkpoint over {{size}} entries',
  note: 'Checkpoint',
  saved: '{{name}} saved. Keep it where this machine cannot reach.',
  unreadable: 'not readable',

  verdict: {
    VERIFIED_ANCHORED: 'Goes on from it',
    VERIFIED_SIGNED: 'Goes on from it',
    SELF_CONSISTENT_ONLY: 'Says nothing',
    TRUNCATED: 'End cut off',
    ROLLED_BACK: 'Rolled back',
    FORKED: 'Another history',
    BAD_SIGNATURE: 'Bad signature',
    UNKNOWN_KEY: 'Unknown key',
  },
  standing: {
    title: {
      VERIFIED_ANCHORED: 'Goes on from a checkpoint kept elsewhere',
      VERIFIED_SIGNED: 'Goes on from its own checkpoint',
      SELF_CONSISTENT_ONLY: 'No checkpoint vouches for this ledger',
      TRUNCATED: 'The end of the ledger was cut off',
      ROLLED_BACK: 'The ledger was rolled back',
      FORKED: 'The ledger holds another history',
      BAD_SIGNATURE: 'A checkpoint has a bad signature',
      UNKNOWN_KEY: 'A checkpoint is signed by an unknown key',
    },
    text: {
      VERIFIED_ANCHORED:
        'This ledger goes on from a checkpoint that was brought from elsewhere (entries: {{size}}). What came after it is vouched for by nobody else yet.',
      VERIFIED_SIGNED:
        'This ledger goes on from what its own key signed (entries: {{size}}). It proves only what whoever held the key said: keep a checkpoint elsewhere.',
      SELF_CONSISTENT_ONLY:
        'Sign a checkpoint and keep it elsewhere: without one, a cut end does not show.',
      TRUNCATED:
        'Entries under a signed checkpoint: {{size}}; in the ledger: {{now}}. Entries are missing at its end. Nothing can be appended until this is explained.',
      ROLLED_BACK:
        'Entries under a signed checkpoint: {{size}}; in the ledger: {{now}}. It is an earlier state of itself, as after an older copy was put back. Nothing can be appended until this is explained.',
      FORKED:
        'A signed checkpoint (entries: {{size}}) has another root than the ledger has there. Two histories were signed by one key. Nothing can be appended until this is explained.',
      BAD_SIGNATURE: 'A checkpoint beside the database does not carry a signature that holds.',
      UNKNOWN_KEY: 'A checkpoint beside the database is not signed by the key in the genesis.',
    },
    checkpoint: 'The checkpoint',
    ledger: 'The ledger',
    entries_one: '{{size}} entry',
    entries_other: '{{size}} entries',
    root: 'Root',
    noRoot: 'cannot be computed',
    keptAt: 'Kept',
    show: 'Show the checkpoints',
    banner: '{{title}}. Entries signed for: {{checkpoint}}; entries here: {{ledger}}.',
    bannerFork: '{{title}}. The root (entries: {{checkpoint}}) is not the one that was signed.',
  },

  seen: {
    text: 'A file beside the database says how far it had come (entries: {{size}}, events of the audit log: {{events}}), on',
    window:
      'What was recorded in the last quarter of a second before a crash, and while that file was being written, it does not know. Whoever can write in the data folder can change it, too: only a checkpoint kept elsewhere tells then.',
    differs:
      'The ledger (entries: {{now}}) does not go on from what was last seen of it. Nothing can be appended until this is explained: put the right file back, or restore a backup.',
    auditLog:
      'The audit log does not go on from what was last seen of it: events at its end were cut off or replaced. A verification names them.',
    banner: '{{title}}. Entries when it was last seen: {{seen}}; now: {{ledger}}.',
  },

  clock: {
    banner:
      'The newest entry is dated {{time}}, more than a day after what this computer’s clock says: a clock was wrong. What is recorded until then bears that time; an entry “Clock was set” in the ledger says what the clock really showed.',
  },

  keys: {
    title: 'Keys of the ledger',
    list: 'Keys of the ledger, the one in force first',
    loadFailed: 'The keys could not be loaded',
    key: 'Verifier key',
    state: 'State',
    inForce: 'In force',
    replaced: 'Replaced',
    from: 'Signs from entry',
    since: 'Since',
    change: 'Change the key…',
    text: 'The key in force signs a last checkpoint. Both keys sign an entry of the journal that names the new one, and from then on the new key signs. What was signed before still verifies. It cannot be undone; whoever holds only the old key can no longer sign for this ledger.',
    submit: 'Change the key',
    changed: 'The ledger has a new key',
    failed: 'The key was not changed',
  },

  anchor: {
    title: 'Compare a checkpoint kept elsewhere',
    text: 'Paste it or drop its file. It is compared with this ledger; one that this ledger’s key signed is kept as an anchor from then on.',
    label: 'Checkpoint',
    drop: 'Drop the file here',
    file: 'Choose a file…',
    malformed:
      'A checkpoint has three lines, an empty one and a signature line that begins with —.',
    tooLarge: 'A checkpoint has at most 64 KB.',
    submit: 'Compare',
    failed: 'It was not compared',
    again: 'Compare another',
    kept: 'It is kept as an anchor.',
    notKept: 'It was compared and not kept: this ledger’s key did not sign it.',
  },
} as const;
