/**
 * The terms of the console and what each is called in German: one word for one thing. What a text is about is
 * read from its English words; the German text then has the German word and none of those that were given up.
 */

export interface Term {
  /** How it is named here. */
  readonly name: string;
  /** Where English speaks of it. */
  readonly english: RegExp;
  /** The German word, in any of its forms. */
  readonly german: RegExp;
  /** Words that mean the same and are used for nothing: nobody has to ask whether they are another thing. */
  readonly never?: RegExp;
  /** Texts that mean something else by the English word, or say it with another turn of phrase. */
  readonly besides?: readonly string[];
}

export const glossary: readonly Term[] = [
  // The ledger
  { name: 'ledger', english: /\bledgers?\b/i, german: /journal/i, never: /Hauptbuch|Kassenbuch/ },
  { name: 'entry of the ledger', english: /\bjournal entr(y|ies)\b/i, german: /Journaleintr[aä]g/ },
  { name: 'decision', english: /\bdecisions?\b/i, german: /Entscheidung/, never: /Beschluss/ },
  {
    // What was sent of a decision, as it is stored. Rows of datasets are rows, also where the API has records.
    name: 'record of a decision',
    english: /(?<!\bon )\brecords?\b(?! an| operation| cost)/i,
    german: /Datens[aä]tz/,
    never: /(?<![\wäöü])S[aä]tze?s?n?(?![\wäöü])|Entscheidungss[aä]tz/,
    besides: [
      'billing.cardForm.end.record',
      'billing.cardForm.rate.record',
      'billing.dimension.record',
      'billing.price.per.record',
      'billing.price.volume.record_one',
      'billing.price.volume.record_other',
      'billing.usage.records',
      'datasets.rows.copyRecordId',
      'datasets.rows.copySelected',
      'datasets.rows.recordId',
      'datasets.rows.recordIds',
      'erasures.erase.ids',
      'erasures.erase.kinds.record_ids',
      'erasures.resolve.foundRow',
      'faults.in_dataset_already',
      'faults.not_of_session',
      'faults.row_id',
      'faults.scope',
      'faults.type_record_ids',
      'sessions.provenance.records',
      'sessions.record.action',
      'sessions.rows.idsLabel',
    ],
  },
  {
    name: 'row',
    english: /\brows?\b/i,
    german: /zeile/i,
    besides: ['recovery.fault.crashed.times'],
  },
  { name: 'chain', english: /(?<!supply )\bchain\b/i, german: /kette/i },
  {
    name: 'commitment',
    english: /\bcommit(ted|ments?)\b/i,
    german: /fest(ge)?leg|Abnahmezusage/i,
    // The name of a price model.
    besides: ['faults.committed_only'],
  },
  { name: 'link of the chain', english: /\blink(s|ed)? to the record\b/i, german: /Verknüpfung/ },
  { name: 'head', english: /^head\b/i, german: /Kettenende/ },
  { name: 'root', english: /\broot\b/i, german: /wurzel/i },
  { name: 'genesis', english: /\bgenesis\b/i, german: /Anfangseintrag/, never: /Genesis|Urblock/ },
  { name: 'erase', english: /\beras/i, german: /lösch/i, never: /\b[Tt]ilg/ },

  // What verifies it
  {
    name: 'verify',
    english: /(?<!`)\bverif(y|ies|ied|ication|ying)\b(?!\.py)/i,
    german: /prüf/i,
    never: /[Vv]erifizier|[Vv]erifikation/,
  },
  {
    name: 'verdict',
    english: /\bverdicts?\b/i,
    german: /Prüfergebnis/,
    never: /Urteil(?!s)|Verdikt/,
  },
  { name: 'finding', english: /\bfindings?\b(?! them)/i, german: /Befund/ },
  { name: 'deviation', english: /\bdeviations?\b/i, german: /abweichung/i },
  {
    name: 'break',
    english: /\bbreaks?\b/i,
    german: /br[uü]ch/i,
    besides: ['recovery.fault.in_use.text'],
  },
  { name: 'checkpoint', english: /\bcheckpoints?\b/i, german: /Prüfpunkt/, never: /Kontrollpunkt/ },
  { name: 'anchor', english: /\banchor/i, german: /anker/i },
  {
    name: 'evidence',
    english: /\bevidence\b/i,
    german: /Nachweis|nachgewiesen/,
    never: /Evidenz|Beweismittel/,
  },
  { name: 'evidence bundle', english: /\bbundles?\b/i, german: /paket/i, never: /Bündel/ },
  {
    name: 'case',
    english: /\bcases?\b/i,
    german: /f[aä]ll/i,
    besides: ['datasets.filter.ignoreCase', 'interventions.act.viewedHint'],
  },

  // Who does what
  {
    name: 'audit log',
    english: /\baudit log\b/i,
    german: /Zugriffsprotokoll/,
    // It is no protocol of verifications: those are "Prüfungen".
    never: /Prüfprotokoll|Audit-?[Ll]og|Überwachungsprotokoll/,
  },
  { name: 'caller', english: /\bcallers?\b/i, german: /Aufrufer/ },
  { name: 'key of a start', english: /\bkey of (this|a) start\b/i, german: /Startschlüssel/ },
  {
    name: 'scope',
    english: /\bscopes?\b/i,
    german: /Recht/,
    besides: ['rows.columns.scope'],
  },
  { name: 'request', english: /\brequests?\b/i, german: /Anfrage|Antr[aä]g/, never: /Anforderung/ },
  { name: 'engine', english: /\bengine\b/i, german: /Dienst/, never: /\bEngine\b|Maschine/ },
  { name: 'job', english: /\bjobs?\b/i, german: /auftr[aä]g/i, never: /\bJobs?\b/ },
  { name: 'dry run', english: /\bdry run\b/i, german: /Probelauf/, never: /Testlauf|Trockenlauf/ },
  { name: 'workspace', english: /\bworkspace/i, german: /Arbeitsbereich/ },
  { name: 'backup', english: /\bbackups?\b/i, german: /sicherung/i, never: /\bBackup/ },

  // What people do to decisions
  { name: 'review', english: /\breview/i, german: /durchs(icht|eh)/i, never: /\bReview/ },
  { name: 'intervention', english: /\binterventions?\b/i, german: /eingr/i },
  { name: 'approve', english: /\bapprov/i, german: /genehmig/i, never: /\b[Bb]illig(t|en|ung)\b/ },
  { name: 'override', english: /\boverrid/i, german: /überschr/i, never: /[Üü]bersteuer/ },
  { name: 'modify', english: /\bmodif(y|ied|ication)\b/i, german: /änder/i, never: /\b[Mm]odifi/ },
  { name: 'reverse a decision', english: /\brevers(ed?|al)\b/i, german: /um(ge)?kehr/i },
  { name: 'retract', english: /\bretract/i, german: /zurück(zu|ge)?z(ieh|og)|Rücknahme/i },
  { name: 'second', english: /^second (it|the)\b|\bseconded\b/i, german: /gegen(ge)?zeichne/i },
  { name: 'in effect', english: /^in effect$/i, german: /^Gültig$/ },
  { name: 'four eyes', english: /\bfour eyes\b/i, german: /Vier Augen/ },
  { name: 'annotate', english: /\bannotat/i, german: /anmerk|angemerkt/i, never: /Annot|annot/ },
  { name: 'escalate', english: /\bescalat/i, german: /eskal/i },
  { name: 'policy', english: /\bpolic(y|ies)\b/i, german: /Richtlinie/, never: /\bPolic/ },
  { name: 'confidence', english: /\bconfidence\b/i, german: /Konfidenz/, never: /Zuversicht/ },

  // Models and data
  { name: 'model card', english: /\bmodel cards?\b/i, german: /Modellkarte/ },
  { name: 'intended use', english: /\bintended use\b/i, german: /Zweckbestimmung/ },
  { name: 'limitations', english: /\blimitations\b/i, german: /Einschränkungen/ },
  { name: 'redact', english: /\bredact/i, german: /schwärz/i },
  { name: 'purpose', english: /\bpurpose\b/i, german: /Zweck/ },
  { name: 'close a session', english: /\bclose (the |this )?session\b/i, german: /beenden/ },
  { name: 'open a session', english: /\bopen a (data )?session\b/i, german: /eröffnen/ },
  { name: 'artifact', english: /\bartifacts?\b/i, german: /Artefakt/ },
  { name: 'dataset', english: /\bdatasets?\b/i, german: /Datenbest[aä]nd/, never: /Datenmenge/ },
  {
    name: 'data holder',
    english: /\bholders?\b/i,
    german: /Datenhalter/,
    never: /Dateninhaber|Datenbesitzer/,
  },
  { name: 'session', english: /\bsessions?\b/i, german: /sitzung/i, never: /\bSession/ },
  { name: 'operation', english: /\boperations?\b/i, german: /vorg[aä]ng|Operation/i },
  {
    name: 'metered',
    english: /\bmetered\b/i,
    german: /erfasst/i,
    never: /\bgezählt oder\b|gemessen/,
  },

  // Money
  { name: 'invoice', english: /\binvoices?\b/i, german: /Rechnung/, never: /\bFaktur/ },
  { name: 'usage', english: /\busage\b/i, german: /Nutzung/ },
  { name: 'rate card', english: /\brate cards?\b/i, german: /Preisliste/, never: /Preisbl[aä]tt/ },
  { name: 'rate limit', english: /\brate limits?\b/i, german: /Anfragelimit/, never: /Ratenlimit/ },
  {
    name: 'threshold',
    english: /\bthresholds?\b/i,
    german: /Schwellenwert/,
    never: /Schwellen?(?![\wäöü])/,
  },
  { name: 'payout', english: /\bpayouts?\b/i, german: /auszahlung/i },
  { name: 'billed', english: /\b(un)?billed\b/i, german: /abgerechnet/i },
  { name: 'shares', english: /\bshares (of|in)\b/i, german: /Anteil/ },
  { name: 'carried', english: /\bcarried\b/i, german: /vorgetragen/ },
  { name: 'debit', english: /\bdebit\b/i, german: /Soll/ },
  { name: 'suspend', english: /\bsuspen/i, german: /sperr/i, never: /[Ss]uspendier/ },
  { name: 'account', english: /\baccounts?\b/i, german: /kont[oe]/i },
  { name: 'alert', english: /\balerts?\b/i, german: /warn/i, never: /\bAlarm/ },

  // States and small words
  {
    name: 'failed',
    english: /^failed$/i,
    german: /^(Fehlgeschlagen|fehlgeschlagen|Fehler)$/,
    never: /[Gg]escheitert/,
  },
  { name: 'optional', english: /\boptional\b/i, german: /optional/i, never: /\b[Ff]reiwillig/ },
  {
    name: 'order by',
    english: /^(order|order by this, \w+)$/i,
    german: /sortieren/i,
    never: /\b[Oo]rdnen$/,
  },
  {
    name: 'show',
    english: /^show\b/i,
    german: /an(zeig|seh)en/i,
    never: /(?<![\wäöü])zeigen$/,
  },
];
