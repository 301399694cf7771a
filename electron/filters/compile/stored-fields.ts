/** Typed fields as they are kept, and as they are shown. */
import { z } from 'zod';
import {
  fieldForms,
  type SourceColumn,
  type SourceField,
  type SourceNode,
} from '../../../shared/contract/sources.ts';

const nodeSchema: z.ZodType<SourceNode> = z.lazy(() => z.object(nodeMembers));

const fieldSchema: z.ZodType<SourceField> = z.lazy(() =>
  z.object({ name: z.string(), ...nodeMembers }),
);

const nodeMembers = {
  type: z.string(),
  form: z.enum(fieldForms),
  element: nodeSchema.optional(),
  members: z.array(fieldSchema).optional(),
};

/** JSON of the fields of a source. */
export const storedFieldsSchema: z.ZodType<readonly SourceField[]> = z.array(fieldSchema);

/** Each field, and behind it those that are in it. @param prefix path of the field that they are in, with a dot behind it; empty for columns */
export function shownColumns(fields: readonly SourceField[], prefix = ''): SourceColumn[] {
  return fields.flatMap(({ name, type, form, members, element }) => {
    const path = prefix + name;
    const inner = members ?? element?.members ?? [];
    return [{ path, type, form, column: prefix === '' }, ...shownColumns(inner, `${path}.`)];
  });
}

/** The same of CSV files, where each header is a column: that of `address.city` lies in an object that is none. */
export function shownCsvColumns(fields: readonly SourceField[]): SourceColumn[] {
  return shownColumns(fields).map((field) => ({ ...field, column: field.form !== 'struct' }));
}
