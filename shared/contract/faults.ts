/**
 * Faults at a field: a code with parameters for each, and its English words. A schema carries
 * the code as its message; whoever shows a fault has words of its own for it.
 */

/** English words by code. They are part of the API: clients that know no code read them. */
export const faults = {
  // Presence
  required: 'is required',
  required_one_of: 'is required: one of {{values}}',
  required_to: 'is required to {{action}}',
  required_to_outcome: 'is required to {{action}}: the new output',
  required_to_retract: 'is required to retract: the intervention that is taken back',
  required_for_role: 'is required for the role {{role}}',
  required_for_range: 'is required for a range',
  required_for_payout: 'is required for a payout',
  required_for_figure: 'is required for a figure',
  required_for_csv: 'is required for text/csv',
  required_for_case: 'is required to open a case',
  required_for_remote: 'is required to open a remote',
  required_without_connection: 'is required without a connection_id',
  required_with_another_address:
    'is required with another base_url: the kept key stays with its server',
  two_persons: 'must be {{meaning}}: the profile of the model takes two persons',
  either_required: 'either {{one}} or {{other}} is required',
  either_required_for_selection: 'either {{one}} or {{other}} is required for a selection',
  not_empty: 'must not be empty',
  must_be_empty: 'must be empty',
  given_once: 'must be given once',
  key_on_each: 'must not be sent with a batch: put a key on each record',
  not_known: 'is not a known {{unit}}',
  not_with: 'must not be sent with {{other}}',
  not_with_value: 'must not be sent with a value',
  not_with_action: 'must not be sent with {{action}}, which leaves the output as it is',
  not_for_role: 'must not be sent for the role {{role}}',
  not_for_ledger: 'must not be sent for the {{kind}} ledger',
  not_for_remote: 'must not be sent for a remote',
  only_demo_filled: 'must not be sent: only the demo ledger is filled',
  only_demo_reset: 'must not be true: only the demo ledger can be reset',
  only_with: 'is only used with {{other}}',
  only_with_map: 'is only used with a map',
  only_for_csv: 'is for csv only',
  only_for_csv_zone: 'is for csv only: the lines of the log are in UTC',
  only_for_text_csv: 'is for text/csv only',
  only_for_range: 'is for a range only',
  only_for_payout: 'is for a payout only',
  only_for_figure: 'is for a figure only',
  only_for_measure: 'is for the measure {{value}} only',
  only_for_custom: 'is for CUSTOM cards only',
  only_for_custom_totals: 'is for CUSTOM cards only: it can make totals fall',
  set_by_export: 'is set by the export',

  // Types
  type_string: 'must be a string',
  type_number: 'must be a number',
  type_finite: 'must be a finite number',
  type_integer: 'must be an integer',
  type_boolean: 'must be true or false',
  type_object: 'must be an object',
  type_array: 'must be an array',
  type_null: 'must be null',
  type_map: 'must be a map',
  type_scalar: 'must be a string, a number, true, false or null',
  type_number_or_null: 'must be a number or null',
  type_strings: 'must be an array of strings',
  type_numbers: 'must be an array of numbers',
  type_objects: 'must be an array of objects',
  type_stages: 'must be an array of stages',
  type_record_ids: 'must be an array of record ids',
  type_field_names: 'must be an array of field names',
  type_metrics: 'must be an object of metric names and numbers',
  type_classes: 'must be an object of a class to field names',
  type_json: 'must be JSON',
  type_json_because: 'must be JSON. {{words}}',
  type_utf8: 'must be UTF-8 text',
  not_valid: 'is not valid',

  // Values out of a few
  exactly: 'must be {{value}}',
  one_of: 'must be one of {{values}}',
  either_of: 'must be {{values}} or {{last}}',
  meaning_of_annotation: '{{meaning}} is the meaning of an annotation alone',
  nothing_decided: 'needs a decision that somebody made before',
  review_filter: 'must be waiting, {{values}}',
  have_one_of: 'must have one of {{values}}',
  object_with_one_of: 'must be an object with one of {{values}}',
  not_a_class: 'is not one of the 18 classes',
  not_a_scope: 'is not a scope of the role {{role}}',
  bundle_unless_full: 'must be bundle unless kind is full',
  selection_of_records: 'must be selection to select records',
  another_sign: 'must be another sign than separator',

  // Numbers
  at_least: 'must be at least {{minimum}}',
  at_most: 'must be at most {{maximum}}',
  above: 'must be above {{minimum}}',
  greater_than: 'must be greater than {{minimum}}',
  below: 'must be below {{maximum}}',
  multiple_of: 'must be a multiple of {{step}}',
  greater_than_field: 'must be greater than {{other}}',
  not_zero: 'must not be zero',
  integer_between: 'must be an integer from {{minimum}} to {{maximum}}',
  number_between: 'must be a number from {{minimum}} to {{maximum}}',
  integer_from: 'must be an integer from {{minimum}}',
  non_negative_integer: 'must be a non-negative integer',
  at_most_decimals: 'must have at most {{maximum}} decimals',
  not_below: 'must not be below {{other}}',
  not_above: 'must not be above {{other}}',
  rising: 'must rise strictly',
  suspend_last: 'must have SUSPEND as the last step',
  rising_open: 'must rise strictly, the last one open (up_to null)',
  ascending: 'must be in ascending order without repetition',
  port: 'must be 0 for a free one, or from 1024 to 65535',

  // Length
  at_most_characters: 'must have at most {{maximum}} characters',
  at_most_characters_long: 'must be at most {{maximum}} characters',
  at_least_characters: 'must have at least {{minimum}} characters',
  at_most_bytes: 'must have at most {{maximum}} bytes',
  at_most_bytes_of_json: 'must have at most {{maximum}} bytes as JSON',
  at_most_bytes_of_rows:
    'must name at most {{maximum}} bytes of rows; the first {{fitting}} have no more',
  at_least_items: 'must have at least {{minimum}} items',
  at_most_items: 'must have at most {{maximum}} items',
  at_most_elements: 'must have at most {{maximum}} elements',
  at_most_members: 'must have at most {{maximum}} members',
  at_most_metrics: 'must have at most {{maximum}} metrics',
  at_most_rows: 'must have at most {{maximum}} rows',
  at_most_stages: 'must have at most {{maximum}} stages',
  at_most_words: 'must have at most {{maximum}} words',
  at_most_numbers: 'must have at most {{maximum}} numbers',
  at_most_names: 'must have at most {{maximum}} names',
  at_most_parts: 'must have at most {{maximum}} parts',
  at_most_fields_named: 'must name at most {{maximum}} fields',
  at_most_scopes_named: 'must name at most {{maximum}} scopes',
  one_tier: 'must have at least one tier',
  one_row: 'must have at least one row',
  one_stage: 'must have at least one stage',
  one_value: 'must have at least one value',
  one_number: 'must have at least one number',
  one_scope_named: 'must name at least one scope',
  one_record_named: 'must name at least one record',
  one_operation_named: 'must name at least one operation',
  one_field_named: 'must name at least one field',
  one_event_named: 'must name at least one event',
  column_named: 'must name a column; only jsonl holds whole rows',
  one_more_than_bins: 'must have {{length}} strings, one more than bins',
  printable_ascii: 'must be 1 to {{maximum}} printable ASCII characters',

  // Texts of a form
  no_steering: 'must not have control characters or marks of the direction of text',
  something_visible: 'must have a character that can be seen',
  one_character: 'must be one character',
  no_nul: 'must not hold a NUL character',
  well_formed: 'is not well-formed Unicode',
  hash: 'must be sha256:<64 hex digits>',
  instant: 'must be a UTC instant',
  instant_written: 'must be a UTC instant, YYYY-MM-DDTHH:MM:SSZ',
  date_and_time: 'must be a date and time with its offset, such as 2026-01-31T09:00:00Z',
  date: 'must be a date, YYYY-MM-DD',
  month: 'must be a month of this century, YYYY-MM',
  type_month: 'must be a month',
  time_of_day: 'must be a time of day, HH:MM',
  time_zone: 'must be a time zone such as Europe/Berlin',
  duration: 'must be a duration such as 30s, 1m or 24h',
  email: 'must be an email address',
  scope: 'must be an area and read or write, such as records:read',
  version: 'must be <major>.<minor>.<patch>, each a whole number',
  no_dots_alone: 'must not be . or .., which no path can hold',
  word: 'must be letters, digits, dots, dashes and underscores',
  chosen_id:
    'must be 1 to 128 letters, digits, dots, dashes, tildes or underscores, the first a letter or digit',
  chosen_record_id:
    'must be rec_ and 1 to 124 letters, digits, dots, dashes, tildes or underscores',
  last_four_digits: 'must be the last four digits',
  key_as_issued: 'must be the key as the server issued it, without spaces',
  pointer_or_empty: 'must be empty or begin with /',
  pointer: 'must begin with /',
  pointer_of_record: 'must begin with a member of the record: one of {{values}}, after a /',
  pointer_of_output: 'must begin with /output/',
  path_unseen: 'is in none of the newest records of the model',
  time_with_offset: 'has times without their offset, such as {{text}}',
  currency: 'must be the three letters of a currency, such as EUR',
  relative_path: 'must be a relative path without empty, . or .. parts',
  absolute_path: 'must be an absolute path',
  pattern: 'does not have the form that is asked for',
  checkpoint_text: 'must be the text of a checkpoint',
  checkpoint_as_saved: 'must be a signed checkpoint, byte for byte as it was saved',
  csv_target: 'must be a record member, or a path such as input.income',

  // Fields and paths in rows
  field_path: 'must be a dotted field name',
  no_empty_name: 'must not have an empty name between dots',
  no_empty_part: 'must not have an empty part',
  named_twice: 'is named twice',
  field_name:
    'must be a name that filters can have: no comma, and between dots nothing empty and nothing that begins with $',
  each_field_once: 'must name each field once',
  inside_named: 'is inside {{field}}, which is named too',
  placed_already: 'is in {{place}} already',
  keys_of_their_own: 'must have keys of their own',
  source_or_rows: 'must name an operation, or hold rows',
  field_unknown: 'names {{field}}, which no row of the dataset has',
  field_unknown_near: 'names {{field}}, which no row of the dataset has; near it: {{near}}',
  array_place: 'names {{place}}, a place in an array; the field is {{field}}',
  record_id_rule: 'is told by record_ids, and by no rule',
  rows_first: 'names fields of a dataset without rows: import rows first',
  noise_scale_kept: 'must stay {{value}}: another scale would be a second draw of the same values',
  at_most_steps: 'must leave at most {{maximum}} steps between min and max',
  field_withheld: 'must not name {{field}}: it is withheld by the holder',
  field_not_granted: 'must not name {{field}}: it is not in your grant',
  cursor_of_erased: 'goes on from a row that was erased; begin again',
  cursor_of_other_policy: 'is of another version of the policy: it has changed; begin again',
  not_of_session: 'is not a record of this session',
  not_of_dataset: 'is of no row of this dataset',
  no_entity_field: 'needs a policy that says in which field an entity stands',
  row_id: 'is not a record id',
  there_twice: 'is there twice',
  in_dataset_already: 'is a record of the dataset already',
  not_deeper_than: 'must not nest deeper than {{depth}}',
  cursor_of_page: 'is not next_cursor of the page before',
  cursor: 'is not next_cursor of a batch with this session, filter and sort',

  // Order of days and the like
  not_before: 'must not be before {{other}}',
  not_after: 'must not be after {{other}}',
  not_end_before_start: 'must not end before it starts',
  in_future: 'must be in the future',
  not_after_now: 'must not be in the future',
  month_or_later: 'must be {{month}} or later',
  this_month_or_later: 'must be this month or a later one',

  // Strict JSON
  json_mark: 'starts with a byte order mark',
  json_text_after: 'has text after the end of the JSON value',
  json_ends: 'ends before the JSON value is complete',
  json_character: 'has an unexpected character {{character}}',
  json_deep: 'is nested deeper than {{depth}} levels',
  json_twice: 'has the member {{member}} twice',
  json_surrogate: 'has a lone surrogate in a string',
  json_ends_in_string: 'ends inside a string',
  json_control: 'has a control character in a string; write it as an escape',
  json_hex: 'has an escape \\u without four hexadecimal digits',
  json_escape: 'has an unknown escape in a string',
  json_zero: 'has a number with a leading zero',
  json_integer: 'has an integer beyond ±9007199254740991 (2^53−1); send it as a string',
  json_large: 'has a number that is too large; send it as a string',
  json_small: 'has a number too small to keep (it would become 0); send it as a string',
  json_not_finite: 'has a number that is not finite',
  json_kind: 'has a {{kind}}, which JSON does not know',

  // Filters
  filter_json: 'must be a filter expression as JSON',
  filter_bytes: 'has {{length}} bytes; at most {{maximum}}',
  filter_values: 'has {{length}} values; at most {{maximum}}',
  filter_segments: 'has {{length}} segments; at most {{maximum}}',
  filter_characters: 'has {{length}} characters; at most {{maximum}}',
  filter_fields: 'has {{length}} fields; at most {{maximum}}',
  filter_members: 'has {{length}} members; at most {{maximum}}',
  filter_stages: 'has {{length}} stages; at most {{maximum}}',
  filter_object: 'must be an object of fields and operators',
  filter_operators: 'must be an object of operators',
  filter_operators_or_filter: 'must be an object of operators, or a filter',
  filter_conditions: 'is one condition too many; at most {{maximum}}',
  filter_list: 'must be a non-empty array of filters',
  filter_field_among_operators: 'is a field name among operators; use one or the other',
  filter_with_regex: 'goes with $regex only',
  filter_dates_alone: 'has the dates of drift as one condition: decided_at with $gte, $lt or both',
  filter_decisions: 'is met by more decisions than a figure counts: {{maximum}}',
  filter_equal_only: 'takes $eq, $ne, $in, $nin and $exists alone',
  filter_no_regex: 'takes no $regex: compare it, or name its values',
  field_of_profile: 'is nothing that a profile of {{model}} tells',
  filter_comparable: '{{operator}} compares with a number, a string, a boolean or null',
  filter_regex_options: 'must be a string out of i, m, s',
  filter_operator_place:
    '{{operator}} cannot stand in place of a field name; the operators are {{values}}',
  filter_operator_on_field: '{{operator}} cannot stand on a field; the operators are {{values}}',
  filter_operator_in_value:
    '{{operator}} cannot stand inside a value; the operators are {{values}}',
  filter_operator_unknown: '{{operator}} is not supported; the operators are {{values}}',
  filter_type_missing: 'must name a type',
  filter_types: 'must be one of {{values}}, or of {{numbers}}',
  filter_modulo: 'must be an array of two integers, divisor and remainder',
  filter_mask: 'must be a non-negative integer or an array of bit positions',
  filter_empty_segment: 'has an empty segment',
  filter_dollar_segment: 'has the segment {{segment}}; a field name cannot begin with $',
  filter_field_list: 'must be a non-empty array of field names',
  filter_field_name: 'must be a field name',
  regex_options: 'takes the options i, m and s, each once',
  regex_repeats: 'repeats too much: its counts may add up to {{maximum}}',
  regex_syntax: 'is not an expression of the supported syntax (RE2, linear time): {{words}}',
  sort_form: 'must be a field name, or an object of field names to 1 or -1',
  sort_fields: 'must name 1 to {{maximum}} fields',
  sort_direction: 'must be 1 or -1',

  filter_date: 'must be an ISO 8601 date, or a date-time with Z or an offset, as text',

  // Expressions
  expression_operator: '{{operator}} is no operator of expressions; those are {{values}}',
  expression_one_operator: 'must have one operator and nothing beside it',
  expression_operands: 'takes {{length}} operands',
  expression_operands_from: 'takes {{minimum}} operands or more',
  expression_operands_between: 'takes {{minimum}} to {{maximum}} operands',
  expression_members: 'must be an object with {{values}}',
  expression_branches: 'must be a non-empty array of branches',

  // Pipelines
  pipeline_deep: 'is nested too deeply',
  pipeline_stage: 'is no stage; the stages are {{values}}',
  pipeline_groups: 'makes more than {{maximum}} groups',
  pipeline_sorts: 'sorts more than {{maximum}} rows; put a limit behind it, or group first',
  pipeline_name: 'must be a field name without a dot, not beginning with $',
  pipeline_path: 'must be a path such as "$age"',
  pipeline_group: 'must be an object with _id: null, a path, an expression, or an object of them',
  pipeline_path_missing: 'must name a path',
  pipeline_project: 'must be an object of fields to 1, 0, a path or an expression',
  pipeline_mixed: 'cannot be left out where other fields are named',
  pipeline_nested:
    'names members of a member; write them with dots, or a constant as {"$literal": …}',
  pipeline_set: 'must be an object of fields to expressions',
  pipeline_inside: 'lies inside of {{other}}, which is named as well',
  pipeline_unset: 'must be a field, or a non-empty array of fields',
  pipeline_text_key: 'must be a path such as "$age"; a constant text is {"$literal": "…"}',
  pipeline_percentile: 'must be a number from 0 to 1, or a non-empty array of them',
  pipeline_method: 'must be "approximate" where it is there; percentiles are exact',
  pipeline_boundaries:
    'must be an array of 2 or more numbers, or of texts, each above the one before',
  pipeline_default: 'must be a number, a text, a boolean or null, and in none of the buckets',
  pipeline_bucket: 'meets a value that is in none of the buckets; name a default',
  pipeline_facets: 'must be an object of 1 to {{maximum}} names to arrays of stages',
  pipeline_facet_inside: 'cannot stand inside of a facet',
  pipeline_facet_results: 'gives more than {{maximum}} results; put a limit behind it',
  pipeline_facet_size: 'gives results of more than {{maximum}} characters',
  pipeline_document: 'makes a row of more than {{maximum}} characters',
  pipeline_pushed: 'collects more than {{maximum}} values in a group',
  pipeline_held: 'collects values of more than {{maximum}} characters',
  pipeline_numbers: 'takes percentiles of more than {{maximum}} numbers',

  // Statistics
  statistics_group: 'must have one group, or a count of all rows',
  statistics_before:
    'cannot stand before the group in statistics: only match, and one unwind after it',
  statistics_accumulator:
    'is not in statistics: count, the sum of 1, and sum and avg of fields with bounds are',
  statistics_sums: 'sums too many fields; at most {{maximum}}',
  statistics_keys: 'groups by too many fields; at most {{maximum}}',
  statistics_bounds: 'has {{field}}, which has no bounds in the policy',

  // Files that are imported
  cells_of_line: 'has {{cells}} cells where the header has {{columns}}',
  column_not_in_file: 'is not in the file: {{column}}',
  column_nameless: 'names one of several columns without a name',
  column_empty_name: 'has an empty name in {{target}}',
  column_same_target: 'goes where another column goes: {{target}}',
  column_inside: 'goes to {{target}}, inside {{place}}; write a\\.b for a name with a dot',
  cell_json: 'is not JSON. {{words}}',
  cell_json_at: 'at {{place}} {{words}}',
  cell_number: 'is not a number: {{text}}',
  cell_number_missing: 'is not a number: {{text}}; name it in null_texts to take it as missing',
  cell_number_digits: 'has a number that cannot be kept: {{text}}',
  cell_time: 'is not a time: {{text}}; write a day as 2026-01-31, an instant with its offset',
  cell_boolean: 'is neither true nor false: {{text}}',
  mapped_twice: 'is mapped twice: {{target}}',
  mapped_as_text: 'must be string: {{target}} is text',
  mapped_as_number: 'must be number: confidence is one',
  mapped_and_constant: 'is also a constant: {{target}}',
  mapped_inside: 'cannot be inside {{outer}}, which another column is mapped to',
  model_not_mapped: 'must map a column to model_id, or set it',
  member_not_mapped: 'must map at least one column to {{member}}',
  given_up: 'was given up: {{words}}',
  in_words: '{{words}}',

  // Decisions, interventions, models
  another_person: 'must be another person than {{person}}',
  person_id: 'must be usr_ and 26 digits of Crockford’s base 32',
  signature: 'must be an Ed25519 signature, 64 bytes in base64',
  signed_text: 'is not over the text whose SHA-256 is {{value}}',
  not_waiting: 'must be the texts that were answered to prepare, within five minutes',
  salt_as_prepared: 'must be the salt that was answered to prepare',
  person_of_role: 'must be a person of the role {{role}}, and of the same holder and account',
  person_revoked: 'was revoked at {{instant}}',
  signed_by: 'must be signed with the key of {{person}}',
  verifier_key: 'must be the verifier key of an Ed25519 key, in the name of {{person}}',
  key_known: 'must be another key: this one is or was {{person}}’s',
  meaning_decides_nothing: 'must not be {{meaning}} with {{action}}, which decides nothing',
  hash_on_record: 'must be the hash of the record or of an intervention on it',
  earlier_intervention: 'must be the id of an earlier intervention on this record',
  intervention_on_record: 'must be the id of an intervention on this record',
  not_a_retraction: 'must not be a retraction',
  another_by_now: 'is {{value}} by now',
  comes_to: 'is {{value}}',
  replaced_by: 'was replaced by {{intervention}}',
  came_since: '{{intervention}}: {{action}} by {{person}}, {{role}}, at {{instant}}',
  as_proposed: 'must be {{value}}, as proposed',
  outcome_as_proposed: 'must be the outcome that was proposed',
  not_sent_with_it: '{{field}} was not sent with it',
  gone_already: '{{field}} is gone already',
  not_committed: '{{field}} is nothing that the entries about this row commit to',
  not_erasable: '{{field}} is what the product works with and is not erased',
  request_closed: 'is of a request that is closed',
  not_asked_for: 'is nothing that the person asked for',
  not_extended: 'cannot be put off by this rule',
  extended_already: 'was put off already',
  extended_late: 'can be put off only before its first term is over',
  no_records_chosen: 'needs decisions that were chosen first',
  not_chosen: 'must be of the decisions that were chosen',
  reasons_missing: 'is required: the record has neither reasons nor weights',
  about_today: 'must be today, or the day before or after',
  erased_at_once: 'is more than one act takes: erase in several steps',
  nothing_left: 'has nothing left that could be erased',
  not_in_future: 'must not be a day that is still to come',
  each_record_once: 'must name each record once',
  each_value_once: 'must name each value once',
  kept_until: '{{field}} stands on a paper that was issued; it is kept until {{day}}',
  differs_from_card: 'differs from the registered card',
  cyclonedx_component: 'has no machine-learning-model component',
  metadata_yaml: 'has metadata that is not YAML: {{words}}',
  metadata_deep: 'has metadata that nests too deeply',
  metadata_aliases: 'has metadata that has too many aliases',

  // Grants
  operations_not_granted: 'must not have {{values}}, which the grant does not allow',
  kind_operations: 'must be of {{values}} for a grant of {{kind}}',
  ends_with_grant: 'must end the session by {{instant}}, when the grant ends',
  grant_begins: 'is a grant that begins at {{instant}}',
  grant_of_other_dataset: 'is a grant for the dataset {{dataset}}',
  only_narrower: 'must not be wider than what was asked for: {{value}}',
  at_most_days_later: 'must be at most {{maximum}} days after the start',

  // Billing
  rate_or_tiers: 'must have a rate, or tiers',
  one_rate: 'has one rate with PAY_PER_USE',
  falling_rates: 'must not rise: rates of a TIERED card fall',
  committed_only: 'is what a COMMITTED card has, and no other',
  taken: 'is taken',
  unknown_holder: 'is no data holder that is known',
  dataset_of_holder: 'is no dataset of this holder',
  bps_whole: 'must come to 10000 together',
  country: 'must be the two letters of a country, such as NL',
  iban: 'is no IBAN: its check digits do not fit',
  bic: 'is no BIC',
  vat_id: 'is no VAT number of {{country}}: its form or check digits do not fit',
  vat_id_for_kind: 'is required for a tax of the kind {{kind}}',
  only_for_standard: 'must be 0: only STANDARD has a rate',
  reason_for_kind: 'is required for {{kind}}: it is printed',
  account_unknown: 'names no account: make it first, with POST /billing/accounts',

  // Sources of datasets
  paths_or_folder: 'must be given, or folder instead: one of the two',
  file_pattern: 'must be letters, digits, spaces and . _ - *, at most 128',
  source_server: 'must be a server such as db.example:5432',
  folder_of_ledgers: 'must be outside the data directory, which is never a source',
  no_files: 'has no Parquet or CSV files that fit',
  files_mixed: 'has Parquet and CSV files: choose those of one kind',
  file_unreadable: 'cannot be read as Parquet',
  csv_unreadable: 'has a file that is no CSV: {{file}}: {{words}}',
  csv_empty: 'has a file without a header: {{file}}',
  csv_line: 'has a line that cannot be read: {{file}}, line {{line}}: {{words}}',
  csv_cell: 'has in the column {{column}} no {{type}}',
  csv_nameless: 'has a column without a name in {{file}}',
  csv_name_twice:
    'has the column {{column}} twice in {{file}}; names that differ in capitals alone are one',
  csv_other_header:
    'has files of different headers: {{file}} differs from the first one at the column {{column}}',
  file_of_other_fields: 'has other fields than the first file',
  file_place_column: 'has a column called {{name}}, which is the name of the place of a row',
  no_fields: 'has no column that JSON has a form for',
  no_such_column: 'names {{name}}, which is no column there',
  column_without_text: 'names {{name}}, which cannot be read as one text',
  key_type: 'must be a column of texts, integers or UUIDs',
  key_missing: 'is missing in row {{step}}',
  key_twice: 'is {{value}} in more than one row',
  key_nowhere: 'is missing in a row',
  server_host: 'must be the name or address of a server',
  server_port: 'must be a port from 1 to 65535',
  server_unreachable: 'cannot be reached: nothing answers at that address and port',
  server_unfit: 'is no server of PostgreSQL 15 or newer, or of what speaks its protocol',
  server_tls: 'cannot be kept: the server has no certificate that holds for its name',
  login_refused: 'is refused by the server, or the user is',
  no_such_database: 'is no database of the server that the user may open',
  role_writes: 'must be true: the user may write there. Better, take one that may read alone',
  no_such_relation: 'names {{name}}, which is no table or view that the user may read',
  document_type: 'must be a column of the type jsonb',
  only_with_document: 'is for rows that are documents alone',
  visibility_unfit: 'cannot be visibility: {{name}} keeps no versions of its rows',
  version_type: 'must be a column of integers or instants',
  version_missing: 'is missing in a row: it must never be null',
  only_with_version: 'is for the rule version_column alone',

  // Exports, backups, keys, connections
  rows_of_pdf: 'must be csv or jsonl for {{rows}} rows; a PDF holds up to {{maximum}}',
  backup_id: 'must be the id of a backup',
  case_id: 'must be the id of a case',
  case_id_here: 'must be the id of a case here',
  connection_id: 'must be the id of a connection',
  connection_id_here: 'must be the id of a connection here',
  connection_name: 'must be another: a connection is called so already',
  address: 'must be an address such as https://proofdesk.example/v1',
  address_whole:
    'must be an address such as https://proofdesk.example/v1 (http only for 127.0.0.1, ::1 and localhost), without user, query or fragment',
  address_without_user: 'must not hold a name or a password: the key is sent in a header',
  address_without_query: 'must not hold a query or a fragment',
  address_secure: 'must begin with https:// (http:// only for 127.0.0.1, ::1 and localhost)',
  webhook_address: 'must be an address such as https://hooks.example.com/proofdesk',
  webhook_https: 'must begin with https://',
  webhook_without_user: 'must not hold a name or a password',
  webhook_without_fragment: 'must not hold a fragment',
  webhook_inward: 'must not lead to this machine or into a private network',
  event_id: 'must be the id of an event',
  folder_there: 'must be a folder that is there',
  folder_itself: 'must be a folder itself, not a link or behind one',
  folder_outside: 'must be outside the data directory, or left out for the folder in it',
  folder_writable: 'must be writable: {{words}}',
  folder_silent: 'does not answer: nothing was read from it in time',
  place_outside: 'must be outside the data directory: what becomes of one would become of both',
  policy_control: 'has a control character in line {{line}}',
  policy_keyword:
    'begins line {{line}} with {{keyword}}, and not with log, witness, group or quorum',
  policy_no_quorum: 'has no line that says the quorum',
  policy_log: 'must be log, a key and perhaps an address in line {{line}}',
  policy_witness: 'must be witness, a name, a key and perhaps an address in line {{line}}',
  policy_group: 'must be group, a name, how many, and its members in line {{line}}',
  policy_group_of_none: 'has the word none as a member of a group in line {{line}}',
  policy_member_twice: 'has {{name}} as a member for the second time in line {{line}}',
  policy_quorum: 'must be quorum and one name in line {{line}}',
  policy_quorum_twice: 'has a second quorum in line {{line}}',
  policy_name_twice: 'has the name {{name}} for the second time in line {{line}}',
  policy_names: 'has more than {{maximum}} witnesses and groups, from line {{line}} on',
  policy_name_unknown: 'names {{name}} in line {{line}}, which no line above it does',
  policy_log_key: 'has in line {{line}} what is not the key of a log: {{vkey}}',
  policy_witness_key:
    'has in line {{line}} what is not the key of a witness (Ed25519, type 0x04): {{vkey}}',
  policy_key_twice: 'has a key for the second time in line {{line}}: {{vkey}}',
  policy_threshold:
    'has {{text}} in line {{line}}, and not any, all, or a number from 1 to {{maximum}}',
  signature_lines: 'must be signature lines of a witness, or the note that has them',
  witness_unknown: 'is of {{witness}}, whose key the policy does not name',
  cosignature_stray: 'is of no checkpoint that is kept here, or was altered',
  cosigned_ahead:
    'is more than a day ahead: the clock of the witness, or of this machine, is wrong',
  stamp_malformed: 'is no reply of a time-stamping authority, or a damaged one',
  stamp_certificate: 'has a certificate that signed nothing',
  stamp_refused: 'says that the authority did not grant the time stamp',
  stamp_nonce: 'is not to the query that was made',
  stamp_purpose: 'is signed by a certificate that is not for time stamping alone',
  stamp_untrusted: 'is signed by an authority that is not trusted here: add its certificate first',
  stamp_expired: 'is signed by a certificate that was not valid at that time',
  stamp_signature: 'has a signature that does not hold',
  certificates: 'must be 1 to {{maximum}} certificates as PEM',
  certificates_kept: 'would be more than {{maximum}} certificates: remove one first',
  certificate_read: 'has a certificate that cannot be read',
  key_file: 'must be a key file',
  key_file_whole: 'is not a signing key file of Proofdesk, or not all of one',
  key_file_cost: 'asks for a derivation (scrypt) that no key file of Proofdesk asks for',
  key_file_damaged: 'is damaged: something of it is missing',
  key_file_name: 'names a key that is not the one in it',
  key_file_empty: 'holds no keys',
  passphrase_long: 'does not open this file',
  passphrase: 'does not open this file: it is another one, or the file was altered',
  person_passphrase: 'does not open the key',
  key_reused: 'was used with a different request before',
} as const;

export type FaultCode = keyof typeof faults;

/** Things of which a request names one that is not there, as the message of `not_known` calls them. */
export const faultUnits = [
  'member',
  'parameter',
  'record',
  'model',
  'job',
  'search',
  'dataset',
  'session',
  'grant',
  'API key',
  'evidence',
  'invoice',
  'payment',
  'credit note',
  'account',
  'data holder',
  'payment method',
  'payout',
  'limit',
  'person',
  'event',
  'endpoint',
  'database connection',
] as const;
export type FaultUnit = (typeof faultUnits)[number];

/** Parameters that are numbers; the others are texts. */
const numberNames = [
  'minimum',
  'maximum',
  'length',
  'fitting',
  'depth',
  'rows',
  'cells',
  'columns',
  'step',
  'line',
] as const;

type Names<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Value<Name extends string> = Name extends (typeof numberNames)[number]
  ? number
  : Name extends 'unit'
    ? FaultUnit
    : string;

/** Parameters of a code: one for each `{{name}}` in its words. */
export type FaultParams<Code extends FaultCode> = {
  readonly [Name in Names<(typeof faults)[Code]>]: Value<Name>;
};
type Given<Code extends FaultCode> = [Names<(typeof faults)[Code]>] extends [never]
  ? []
  : [params: FaultParams<Code>];

/** A fault, wherever it is. `code` is one of the table; another one or none where another version told it. */
export interface Fault {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** English words of the code with its parameters; numbers in plain digits. */
  readonly message: string;
}

/** A fault at a field: its dotted path from the root of the body or query. */
export interface FieldError extends Fault {
  readonly field: string;
}

/** A code with its parameters as a schema carries it. */
export type FaultText = FaultCode | `${FaultCode}?${string}`;

/** Names of the parameters in the words of a code, in their order. */
export function faultNames(code: FaultCode): string[] {
  return [...faults[code].matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
}

export function isFaultCode(code: string): code is FaultCode {
  return Object.hasOwn(faults, code);
}

/** A fault that is put to a field later. */
export function faultOf<Code extends FaultCode>(code: Code, ...[params]: Given<Code>): Fault {
  return worded(code, params ?? {});
}

/** A fault at a field. */
export function faultAt<Code extends FaultCode>(
  field: string,
  code: Code,
  ...given: Given<Code>
): FieldError {
  return { field, ...faultOf(code, ...given) };
}

/** The message of a schema that stands for a fault; `intake.ts` reads it again. */
export function fault<Code extends FaultCode>(code: Code, ...given: Given<Code>): FaultText {
  return carried(faultOf(code, ...given));
}

/** A fault that was found elsewhere, as the message of a schema. */
export function carried({ code, params, message }: Fault): FaultText {
  if (!isFaultCode(code)) return fault('in_words', { words: message });
  const query = Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
    .join('&');
  return query === '' ? code : `${code}?${query}`;
}

/** The fault that the message of a schema stands for; undefined for any other text. */
export function carriedFault(text: string): Fault | undefined {
  const [code = '', query = ''] = text.split('?', 2);
  if (!isFaultCode(code)) return undefined;
  const given = new Map(
    query.split('&').map((each) => {
      const [name = '', value = ''] = each.split('=', 2);
      return [name, decodeURIComponent(value)] as const;
    }),
  );
  const isNumber = (name: string) => numberNames.some((each) => each === name);
  return worded(
    code,
    Object.fromEntries(
      faultNames(code).map((name) => {
        const value = given.get(name) ?? '';
        return [name, isNumber(name) ? Number(value) : value];
      }),
    ),
  );
}

/**
 * The fault at a field that a value is which came from elsewhere: another thread, an older or newer program,
 * a file that was written before faults had codes. Undefined for anything else.
 */
export function fieldErrorOf(value: unknown): FieldError | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { field, message, code, params }: Partial<Record<keyof FieldError, unknown>> = value;
  if (typeof field !== 'string' || typeof message !== 'string') return undefined;
  return {
    field,
    message,
    code: typeof code === 'string' ? code : '',
    params: typeof params === 'object' && params !== null ? paramsOf(params) : {},
  };
}

function paramsOf(given: object): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(given).filter(
      (each): each is [string, string | number] =>
        typeof each[1] === 'string' || typeof each[1] === 'number',
    ),
  );
}

function worded(code: FaultCode, params: Readonly<Record<string, string | number>>): Fault {
  const message = faults[code].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(params[name] ?? ''),
  );
  return { code, params, message };
}
