/** The records in an uploaded file, each a body of `POST /records`: a line of NDJSON or a row of CSV. */
import type { CsvMapping } from '../../shared/contract/imports.ts';
import { parseBody, validateBody } from '../../shared/contract/intake.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { createRecordSchema, type CreateRecord } from '../../shared/contract/records.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import type { PreparedRecord } from '../../shared/ledger/prepared.ts';
import { prepareRecord, prepareRecordText } from '../ledger/prepare-record.ts';
import type { CsvColumns } from './csv-columns.ts';
import { linesFormat, rowsFormat, type Format } from './read-lines.ts';

export interface ReadRecord {
  readonly record: PreparedRecord;
  /** The body it was prepared from, to be shown. */
  readonly body: () => CreateRecord;
}

export function ndjsonFormat(random: RandomBytes): Format<ReadRecord> {
  return linesFormat((text) => {
    const body = () => parseBody(text, createRecordSchema, 'line');
    return { record: prepareRecordText(text, random) ?? prepareRecord(body(), random), body };
  });
}

/** The rows of a file whose columns have been judged. */
export function csvFormat(
  { constants, delimiter }: CsvMapping,
  columns: CsvColumns,
  random: RandomBytes,
): Format<ReadRecord> {
  return rowsFormat(delimiter, () => (row, line) => {
    const sent: JsonObject = columns.createObject();
    sent['input'] = columns.createObject();
    sent['output'] = columns.createObject();
    if (constants.model_id !== undefined) sent['model_id'] = constants.model_id;
    if (constants.policy_id !== undefined) sent['policy_id'] = constants.policy_id;
    columns.place(row, line, sent);
    try {
      const body = validateBody(sent, createRecordSchema);
      return { record: prepareRecord(body, random), body: () => body };
    } catch (error) {
      throw columns.named(error, line);
    }
  });
}
