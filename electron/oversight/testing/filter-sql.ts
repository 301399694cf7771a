/** A filter over decisions as plain SQL over the tables of facts: what columns in memory are compared with. */
import type { Database } from 'better-sqlite3';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import type { ProfileDocument } from '../../../shared/contract/profiles.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';
import { sampleThreshold } from '../../../shared/oversight/sample.ts';
import { outcomeClasses } from '../../../shared/contract/profiles.ts';
import { quotedText } from '../../filters/sql.ts';

interface AskedSql {
  readonly where: JsonObject;
  readonly profile: ProfileDocument;
  /** Of the rows of facts. */
  readonly facts: number;
}

/** Ids of the records that a filter of conditions on single fields finds, the oldest first. */
export function filterSql(database: Database, { where, profile, facts }: AskedSql): string[] {
  const values: (string | number | null)[] = [];
  const condition = new FilterText(profile, values).all(where);
  const sql = `SELECT r.id FROM decision_facts AS f JOIN records AS r ON r.position = f.position
    WHERE f.profile = ? AND ${condition} ORDER BY r.position`;
  return database
    .prepare<unknown[], string>(sql)
    .pluck()
    .all(facts, ...values);
}

const orders: Readonly<Record<string, string>> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' };

class FilterText {
  readonly #profile: ProfileDocument;
  readonly #values: (string | number | null)[];

  constructor(profile: ProfileDocument, values: (string | number | null)[]) {
    this.#profile = profile;
    this.#values = values;
  }

  all(where: JsonObject): string {
    const parts = Object.entries(where).map(([name, operand]) => {
      if (!name.startsWith('$')) return this.#field(name, operand);
      const list = Array.isArray(operand) ? operand : [];
      const texts = list.map((each) => this.all(isJsonObject(each) ? each : {}));
      if (name === '$and') return `(${texts.join(' AND ')})`;
      return name === '$or' ? `(${texts.join(' OR ')})` : `NOT (${texts.join(' OR ')})`;
    });
    return parts.length === 0 ? '1' : `(${parts.join(' AND ')})`;
  }

  #field(name: string, operand: JsonValue): string {
    if (!isJsonObject(operand) || 'other' in operand) return this.#equal(name, operand);
    const [operator = '', value = null] = Object.entries(operand)[0] ?? [];
    const list = (Array.isArray(value) ? value : []).map((each) => this.#equal(name, each));
    switch (operator) {
      case '$ne':
        return `NOT ${this.#equal(name, value)}`;
      case '$in':
        return `(${list.join(' OR ')})`;
      case '$nin':
        return `NOT (${list.join(' OR ')})`;
      case '$exists':
        return `(${this.#json(name)} IS ${value === true ? 'NOT NULL' : 'NULL'})`;
      default:
        return this.#compared(name, operator, value);
    }
  }

  /** Absence is as good as null. */
  #equal(name: string, value: JsonValue): string {
    if (value === null) return `coalesce(${this.#json(name)} = 'null', 1)`;
    return this.#bound(name, '=', value);
  }

  #bound(name: string, operator: string, value: JsonValue): string {
    const json = this.#json(name);
    const text = isJsonObject(value) ? '' : canonicalJson(value);
    this.#values.push(text);
    return `coalesce(${json} ${operator} ?, 0)`;
  }

  #compared(name: string, operator: string, value: JsonValue): string {
    const sign = orders[operator] ?? '=';
    if (value === null) return sign.endsWith('=') ? this.#equal(name, null) : '0';
    const json = this.#json(name);
    const type =
      typeof value === 'number'
        ? `'integer', 'real'`
        : typeof value === 'string'
          ? `'text'`
          : `'true', 'false'`;
    this.#values.push(
      typeof value === 'boolean'
        ? Number(value)
        : typeof value === 'number'
          ? value
          : typeof value === 'string'
            ? value
            : JSON.stringify(value),
    );
    // A double as it is, not by way of its text.
    const number = this.#number(name);
    const left = typeof value === 'number' && number !== undefined ? number : `(${json} ->> '$')`;
    return `coalesce(CASE WHEN json_valid(${json}) AND json_type(${json}) IN (${type}) THEN ${left} ${sign} ? END, 0)`;
  }

  /** The column that holds a field as a double; undefined for one that holds texts. */
  #number(name: string): string | undefined {
    if (name === 'amount') return 'f.amount';
    if (name === 'confidence') return 'r.confidence';
    const place = this.#profile.columns.findIndex((each) => name === `column.${each.name}`);
    return this.#profile.columns[place]?.kind === 'number' ? `f.c${place + 1}` : undefined;
  }

  /** The canonical JSON of a field; NULL where it is absent, an empty text for one of the others. */
  #json(name: string): string {
    const number = this.#number(name);
    if (number !== undefined)
      return `CASE WHEN ${number} IS NOT NULL THEN json_quote(CASE WHEN ${number} = CAST(${number} AS INTEGER)
        THEN CAST(${number} AS INTEGER) ELSE ${number} END) END`;
    const group = this.#profile.groups.findIndex((each) => name === `group.${each.name}`);
    const column = this.#profile.columns.findIndex((each) => name === `column.${each.name}`);
    switch (name) {
      case 'outcome':
      case 'effect':
      case 'version':
        return textOf(`f.${name}`);
      case 'outcome_class':
        return this.#class('f.outcome');
      case 'effect_class':
        return this.#class('f.effect');
      case 'decided_at':
        return `json_quote(strftime('%Y-%m-%dT%H:%M:%fZ', f.decided_ms / 1000.0, 'unixepoch'))`;
      case 'decided_from':
        return `json_quote(CASE f.decided_from WHEN 1 THEN 'profile' ELSE 'recording' END)`;
      case 'changed':
        return `CASE f.changed WHEN 1 THEN 'true' ELSE 'false' END`;
      case 'reviewed':
        return `CASE WHEN f.first_review_ms IS NULL THEN 'false' ELSE 'true' END`;
      case 'sampled':
        return this.#sampled();
      case 'created_at':
      case 'model_id':
      case 'policy_id':
      case 'transaction_id':
        return `CASE WHEN r.${name} IS NOT NULL THEN json_quote(r.${name}) END`;
      default:
        return group === -1 ? textOf(`f.c${column + 1}`) : textOf(`f.g${group + 1}`);
    }
  }

  #sampled(): string {
    const threshold = sampleThreshold(this.#profile.review?.sample_percent ?? 0);
    const digits = threshold.toString(16).toUpperCase().padStart(8, '0');
    return `CASE WHEN hex(substr(r.hash, 1, 4)) < '${digits}' THEN 'true' ELSE 'false' END`;
  }

  #class(column: string): string {
    const { outcome } = this.#profile;
    const cases = outcomeClasses.flatMap((name) =>
      (outcome?.[name] ?? []).map(
        (value) => `WHEN ${quotedText(canonicalJson(value))} THEN ${quotedText(`"${name}"`)}`,
      ),
    );
    return `CASE WHEN ${column} IS NOT NULL THEN CASE ${textOf(column)} ${cases.join(' ')} ELSE '"unknown"' END END`;
  }
}

function textOf(column: string): string {
  return `(CASE WHEN ${column} = 0 THEN '' ELSE (SELECT value FROM decision_values WHERE id = ${column}) END)`;
}
