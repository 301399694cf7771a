/** The privacy budget of grants of statistics, as the journal tells it: what each answer cost, and what it came to. */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts';

/** Members of evidence about an answer that was paid for: all of them, or none. */
const members = ['epsilon_micro', 'grant_id', 'policy_version', 'spent_micro'] as const;

/** Price of an answer, as its evidence tells it; ε in millionths. */
interface Paid {
  readonly grantId: string;
  readonly datasetId: string;
  readonly policyVersion: number;
  readonly epsilonMicro: number;
  /** Of the grant, after it. */
  readonly spentMicro: number;
}

interface Grant {
  datasetId?: string;
  kind?: JsonValue;
  epsilonMicro?: JsonValue;
  /** Whether it was given at any time. */
  isGiven: boolean;
  spentMicro: number;
}

/** Where an answer is not what the journal before it comes to. */
export interface PrivacyFault {
  readonly grantId: string;
  readonly field: (typeof members)[number];
  readonly expected: string;
  readonly actual: string;
}

/** Tells whether evidence says nothing of a price, or all of it in the form that it must have. */
export function isPriceOfForm(evidence: JsonObject): boolean {
  return members.every((each) => evidence[each] === undefined) || paidOf(evidence) !== undefined;
}

/** Goes through a journal from its beginning. */
export class PrivacyBudgets {
  readonly #grants = new Map<string, Grant>();
  /** Price of an answer in millionths of ε, by dataset and version of its policy. */
  readonly #prices = new Map<string, number>();

  /** Takes the fact of a grant or a policy in; one of another table is none of its concern. */
  addFact({
    table,
    id,
    set,
  }: {
    readonly table: string;
    readonly id: unknown;
    readonly set: JsonObject | null;
  }): void {
    if (table === 'policies' && set !== null) this.#addPolicy(set);
    if (table !== 'grants' || typeof id !== 'string' || set === null) return;
    const grant = this.#grants.get(id) ?? { isGiven: false, spentMicro: 0 };
    this.#grants.set(id, grant);
    const { dataset_id: datasetId, kind, epsilon_micro: epsilonMicro, action } = set;
    if (typeof datasetId === 'string') grant.datasetId = datasetId;
    if (kind !== undefined) grant.kind = kind;
    if (epsilonMicro !== undefined) grant.epsilonMicro = epsilonMicro;
    if (action === 'grant') grant.isGiven = true;
  }

  /** Takes evidence in, which is of the form. @returns what is wrong with its price; undefined for nothing */
  addEvidence(evidence: JsonObject): PrivacyFault | undefined {
    const paid = paidOf(evidence);
    if (paid === undefined) return undefined;
    const { grantId, datasetId, policyVersion, epsilonMicro, spentMicro } = paid;
    const told = (field: PrivacyFault['field'], expected: string, actual: JsonValue) =>
      ({ grantId, field, expected, actual: textOf(actual) }) as const;
    const grant = this.#grants.get(grantId);
    if (grant?.isGiven !== true || grant.kind !== 'statistics' || grant.datasetId !== datasetId) {
      return told('grant_id', `a grant of statistics of ${datasetId}`, grantId);
    }
    const price = this.#prices.get(priceKey(datasetId, policyVersion));
    if (price === undefined) {
      return told('policy_version', `a policy of ${datasetId}`, policyVersion);
    }
    if (price !== epsilonMicro) return told('epsilon_micro', String(price), epsilonMicro);
    grant.spentMicro += epsilonMicro;
    if (grant.spentMicro !== spentMicro) {
      return told('spent_micro', String(grant.spentMicro), spentMicro);
    }
    const granted = typeof grant.epsilonMicro === 'number' ? grant.epsilonMicro : 0;
    return spentMicro > granted ? told('spent_micro', `at most ${granted}`, spentMicro) : undefined;
  }

  #addPolicy({ dataset_id: datasetId, version, policy }: JsonObject): void {
    const statistics = isJsonObject(policy) ? policy['statistics'] : undefined;
    const price = isJsonObject(statistics) ? statistics['epsilon_per_answer'] : undefined;
    if (typeof datasetId !== 'string' || typeof version !== 'number') return;
    if (typeof price !== 'number') return;
    this.#prices.set(priceKey(datasetId, version), Math.round(price * million));
  }
}

const million = 1_000_000;

const priceKey = (datasetId: string, version: number): string => `${version} ${datasetId}`;

/** The price in evidence of an aggregation; undefined where it is none. */
function paidOf({
  kind,
  dataset_id: datasetId,
  grant_id: grantId,
  policy_version: policyVersion,
  epsilon_micro: epsilonMicro,
  spent_micro: spentMicro,
}: JsonObject): Paid | undefined {
  if (kind !== 'aggregation') return undefined;
  if (typeof grantId !== 'string' || typeof datasetId !== 'string') return undefined;
  if (!isCount(policyVersion) || !isCount(epsilonMicro) || !isCount(spentMicro)) return undefined;
  return { grantId, datasetId, policyVersion, epsilonMicro, spentMicro };
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

/** A value as a finding tells it. */
function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
