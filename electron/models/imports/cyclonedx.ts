/** Reads a CycloneDX ML-BOM: the first machine-learning model in it. */
import { validationError } from '../../../shared/contract/errors.ts';
import { faultAt } from '../../../shared/contract/faults.ts';
import { parseJsonText, wholeBody } from '../../../shared/contract/intake.ts';
import type { ProposedCard } from '../../../shared/contract/models.ts';
import { cycloneDxProperties } from '../exports/cyclonedx.ts';
import { listOf, membersOf, metricsFrom, Proposal, textOf } from './proposed-card.ts';

type Members = ReadonlyMap<string, unknown>;

/**
 * Reads the card that a BOM proposes.
 * @throws {ApiError} `malformed_json`, or `validation_error` when it is no BOM with a model in it
 */
export function readCycloneDx(text: string): ProposedCard {
  const bom = membersOf(parseJsonText(text.replace(/^\ufeff/, '')));
  if (bom.get('bomFormat') !== 'CycloneDX') {
    throw validationError([faultAt('bomFormat', 'exactly', { value: 'CycloneDX' })]);
  }
  const models = modelsOf(bom);
  const [model] = models;
  if (model === undefined) {
    throw validationError([faultAt(wholeBody, 'cyclonedx_component')]);
  }
  const proposal = new Proposal();
  if (models.length > 1) {
    proposal.note(`The BOM has ${models.length} models; the first was taken.`);
  }
  const card = membersOf(model.get('modelCard'));
  const considerations = membersOf(card.get('considerations'));
  const properties = propertiesOf(model);
  const group = textOf(model.get('group'));
  const name = textOf(model.get('name'));
  proposal.offer(
    'model_id',
    group === undefined || name === undefined ? name : `${group}/${name}`,
    'name',
  );
  proposal.offer('version', textOf(model.get('version')), 'version');
  proposal.offer('model_hash', hashOf(model, proposal), 'The hash');
  proposal.offer('training_date', properties.get(cycloneDxProperties.trainingDate), 'The property');
  proposal.offer('framework', properties.get(cycloneDxProperties.framework), 'The property');
  proposal.offer('performance', metricsFrom(performanceOf(card), proposal), 'quantitativeAnalysis');
  const fairness = [...properties].flatMap(([property, value]): [string, string][] =>
    property.startsWith(cycloneDxProperties.fairness)
      ? [[property.slice(cycloneDxProperties.fairness.length), value]]
      : [],
  );
  proposal.offer('fairness', metricsFrom(fairness, proposal), 'The fairness properties');
  proposal.offer('intended_use', linesOf(considerations.get('useCases')), 'useCases');
  proposal.offer(
    'limitations',
    linesOf(considerations.get('technicalLimitations')),
    'technicalLimitations',
  );
  return proposal.result();
}

function modelsOf(bom: Members): Members[] {
  const main: unknown = membersOf(bom.get('metadata')).get('component');
  const found: Members[] = [];
  // Components may hold components.
  const waiting: unknown[] = [main, ...listOf(bom.get('components'))];
  for (let index = 0; index < waiting.length; index += 1) {
    const members = membersOf(waiting[index]);
    if (members.get('type') === 'machine-learning-model') found.push(members);
    for (const inner of listOf(members.get('components'))) waiting.push(inner);
  }
  return found;
}

function propertiesOf(model: Members): ReadonlyMap<string, string> {
  return new Map(
    listOf(model.get('properties')).flatMap((each): [string, string][] => {
      const property = membersOf(each);
      const [name, value] = [textOf(property.get('name')), property.get('value')];
      return name === undefined || typeof value !== 'string' ? [] : [[name, value]];
    }),
  );
}

function hashOf(model: Members, proposal: Proposal): string | undefined {
  const hashes = listOf(model.get('hashes')).map(membersOf);
  const content = hashes.find((each) => each.get('alg') === 'SHA-256')?.get('content');
  if (typeof content === 'string') return `sha256:${content}`;
  if (hashes.length > 0) proposal.note('The BOM has no SHA-256 of the model, only other hashes.');
  return undefined;
}

function performanceOf(card: Members): [string, unknown][] {
  const analysis = membersOf(card.get('quantitativeAnalysis'));
  return listOf(analysis.get('performanceMetrics')).flatMap((each): [string, unknown][] => {
    const metric = membersOf(each);
    const type = textOf(metric.get('type'));
    const slice = textOf(metric.get('slice'));
    if (type === undefined) return [];
    return [[slice === undefined ? type : `${type} (${slice})`, metric.get('value')]];
  });
}

/** Strings of a list, one a line. */
function linesOf(value: unknown): string | undefined {
  const lines = listOf(value).flatMap((each) => textOf(each) ?? []);
  return lines.length === 0 ? undefined : lines.join('\n');
}
