/** The records in an uploaded file, each a body of `POST /records`: a line of NDJSON or a row of CSV. */
import type { CsvMapping } from '../../shared/contract/imports.ts';
import { parseBody, validateBody } from '../../shared/contract/intake.ts';
import { createRecordSchema, type CreateRecord } from '../../shared/contract/records.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import { prepareRecord, prepareRecordText, type PreparedRecord } from '../ledger/prepare-record.ts';
import { RowMapper } from './csv-mapping.ts';
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

export function csvFormat(mapping: CsvMapping, random: RandomBytes): Format<ReadRecord> {
  return rowsFormat(mapping.delimiter, (header) => {
    const mapper = new RowMapper(mapping, header);
    return (row) => {
      const body = validateBody(mapper.map(row), createRecordSchema);
      return { record: prepareRecord(body, random), body: () => body };
    };
  });
}
