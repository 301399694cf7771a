/** The preset `hipaa_safe_harbor`: what is done with each field, and what it could not decide. */
import type { JsonValue } from '../../shared/contract/json.ts';
import { isJsonObject } from '../../shared/contract/json.ts';
import {
  safeHarborClasses,
  type SafeHarborClass,
  type SafeHarborParameters,
  type SafeHarborReport,
} from '../../shared/contract/transformations.ts';
import { readDate } from './date-value.ts';
import { classByName, classByValues, plainName } from './safe-harbor-names.ts';
import type { SourceRow } from './transformation.ts';
import { dropMethod, each, suppressed, type FieldRule, type ValueMethod } from './value-methods.ts';
import { zip3 } from './zip-code.ts';

const statement =
  'This maps fields to the 18 classes of 45 CFR 164.514(b)(2)(i) by what the caller said, by name and by form. It does not certify de-identification: whoever releases the rows judges the undecided fields, and must have no actual knowledge that what remains identifies a person.';

/** Ages over 89, and what tells them, are one category (45 CFR 164.514(b)(2)(i)(C)). */
const oldestAge = 90;
/** Distinct fields that are looked at; more is beyond what a person could judge. */
const fieldLimit = 1_000;

interface FoundField {
  readonly path: readonly string[];
  readonly values: JsonValue[];
}

interface Decision {
  readonly group: SafeHarborClass;
  readonly by: 'caller' | 'name' | 'value';
}

/**
 * The rules for the fields of these rows. `today` is the UTC date (`YYYY-MM-DD`) that ages are
 * counted from. The caller's word comes before names, names before the form of the values.
 */
export function safeHarborPlan(
  rows: readonly SourceRow[],
  parameters: SafeHarborParameters,
  today: string,
): { readonly rules: readonly FieldRule[]; readonly report: SafeHarborReport } {
  const declared = declaredClasses(parameters);
  const harmless = new Set(parameters.not_identifying);
  const latestYear = Number(today.slice(0, 4)) - oldestAge;
  const fields = fieldsOf(rows);
  const rules: FieldRule[] = [];
  const mapped: (Decision & { field: string; treatment: string })[] = [];
  const undecided: { field: string; reason: string }[] = [];
  for (const [field, group] of declared) {
    const path = field.split('.');
    const { treatment, method } = treatmentOf(group, path, latestYear);
    rules.push({ path, method });
    mapped.push({ group, by: 'caller', field, treatment });
  }
  for (const { path, values } of fields.slice(0, fieldLimit)) {
    const field = path.join('.');
    if (covers(declared, path) || harmless.has(field) || isWideArea(path)) continue;
    const decision = decide(path, values);
    if (typeof decision === 'string') {
      undecided.push({ field, reason: decision });
      continue;
    }
    const { treatment, method } = treatmentOf(decision.group, path, latestYear);
    rules.push({ path, method });
    mapped.push({ ...decision, field, treatment });
  }
  if (fields.length > fieldLimit) {
    const reason = `${fields.length - fieldLimit} more fields were not looked at`;
    undecided.push({ field: '*', reason });
  }
  return {
    rules,
    report: {
      certified: false,
      statement,
      classes: safeHarborClasses.map((group) => ({
        class: group,
        fields: mapped
          .filter((each) => each.group === group)
          .map(({ field, by, treatment }) => ({ field, decided_by: by, treatment })),
      })),
      undecided,
    },
  };
}

function declaredClasses(parameters: SafeHarborParameters): Map<string, SafeHarborClass> {
  const { classes = {} } = parameters;
  return new Map(
    safeHarborClasses.flatMap((group) =>
      (classes[group] ?? []).map((field) => [field, group] as const),
    ),
  );
}

/** A state or more is no identifier (45 CFR 164.514(b)(2)(i)(B)), also inside an address. */
function isWideArea(path: readonly string[]): boolean {
  return /^(?:state|country)(?:_(?:code|name))?$/.test(plainName(path.at(-1) ?? ''));
}

/** Whether a field, or what it is inside of, was declared. */
function covers(declared: ReadonlyMap<string, unknown>, path: readonly string[]): boolean {
  return path.some((_, index) => declared.has(path.slice(0, index + 1).join('.')));
}

/** The class of a field, or why it stays undecided. */
function decide(path: readonly string[], values: readonly JsonValue[]): Decision | string {
  if (path.length === 1 && path[0] === 'record_id') {
    return 'names the row in this dataset; take it away before the rows leave it';
  }
  const byName = classByName(path);
  if (byName !== undefined) return { group: byName, by: 'name' };
  const byValue = classByValues(values);
  if (byValue !== undefined) return { group: byValue, by: 'value' };
  if (/(?:^|_)names?(?:_|$)/.test(plainName(path.at(-1) ?? '')))
    return 'may be the name of a person';
  if (values.some((value) => typeof value === 'string' && /\s\S+\s/.test(value))) {
    return 'free text may hold identifiers';
  }
  return 'neither its name nor its values are of a known class';
}

interface Treatment {
  readonly treatment: string;
  readonly method: ValueMethod;
}

function treatmentOf(
  group: SafeHarborClass,
  path: readonly string[],
  latestYear: number,
): Treatment {
  const name = plainName(path.at(-1) ?? '');
  if (
    group === 'geographic' &&
    /(?:^|_)(?:zip|zip_?code|zip5|postal_code|postcode|postal)$/.test(name)
  ) {
    return {
      treatment: 'first three digits of the ZIP code',
      method: each('generalize', (value) => zip3(value) ?? suppressed),
    };
  }
  if (group !== 'dates') return { treatment: 'removed', method: dropMethod };
  if (/(?:^|_)ages?(?:_|$)/.test(name)) {
    return {
      treatment: `ages of ${oldestAge} or more as ${oldestAge}+`,
      method: each('generalize', generalAge),
    };
  }
  if (/birth|dob/.test(path.map(plainName).join('_'))) {
    return {
      treatment: `year only; ${latestYear} or earlier as one`,
      method: each('generalize', (value) => birthYear(value, latestYear)),
    };
  }
  return {
    treatment: 'year only',
    method: each('generalize', (value) => yearOf(value) ?? suppressed),
  };
}

function generalAge(value: JsonValue): JsonValue | typeof suppressed {
  const age = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value;
  if (typeof age !== 'number') return suppressed;
  return age >= oldestAge ? `${oldestAge}+` : value;
}

/** Also the year of birth tells an age over 89. */
function birthYear(value: JsonValue, latestYear: number): JsonValue | typeof suppressed {
  const year = yearOf(value);
  if (year === undefined) return suppressed;
  return Number(year) <= latestYear ? `${latestYear} or earlier` : year;
}

/** The year of a date in any form that cannot be mistaken for another; the year itself as it is. */
function yearOf(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'number') {
    return Number.isInteger(value) && value >= 1_000 && value <= 9_999 ? value : undefined;
  }
  const date =
    readDate(value, 'iso') ?? readDate(value, 'DD.MM.YYYY') ?? readDate(value, 'YYYYMMDD');
  if (date !== undefined) return String(date.year).padStart(4, '0');
  // Which part is the day does not matter here.
  const slashed = readDate(value, 'MM/DD/YYYY') ?? readDate(value, 'DD/MM/YYYY');
  return slashed === undefined ? undefined : String(slashed.year).padStart(4, '0');
}

/** The fields of all rows in the order they are met: arrays mapped over, objects entered. */
function fieldsOf(rows: readonly SourceRow[]): FoundField[] {
  const fields = new Map<string, FoundField>();
  const visit = (value: JsonValue, path: readonly string[]): void => {
    if (Array.isArray(value)) {
      for (const element of value) visit(element, path);
    } else if (isJsonObject(value)) {
      for (const [name, member] of Object.entries(value)) visit(member, [...path, name]);
    } else {
      // Joined by a character that no name of JSON text needs: `a.b` and a member named "a.b" differ.
      const key = path.join('\u0000');
      const field = fields.get(key);
      if (field === undefined) fields.set(key, { path, values: [value] });
      else field.values.push(value);
    }
  };
  for (const { document } of rows) visit(document, []);
  return [...fields.values()];
}
