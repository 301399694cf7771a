/** The fields that the parameters of a transformation name, each with its place in the request. */
import { safeHarborClasses } from '../../shared/contract/transformations.ts';
import type { Transformation } from './transformation.ts';

export interface NamedParameter {
  /** From the root of the request's body, for example `parameters.fields.0`. */
  readonly field: string;
  readonly path: string;
}

export function namedFields(transformation: Transformation): NamedParameter[] {
  const { risk } = transformation.parameters;
  const named = (member: string, paths: readonly string[] = []) =>
    paths.map((path, index) => ({ field: `parameters.${member}.${index}`, path }));
  const ofRisk = [
    ...named('risk.quasi_identifiers', risk?.quasi_identifiers),
    ...named('risk.sensitive', risk?.sensitive),
  ];
  if (transformation.kind === 'preset') {
    const { classes = {}, not_identifying: harmless } = transformation.parameters;
    return [
      ...safeHarborClasses.flatMap((each) => named(`classes.${each}`, classes[each])),
      ...named('not_identifying', harmless),
      ...ofRisk,
    ];
  }
  const { parameters } = transformation;
  const subject =
    parameters.method === 'date_shift' && parameters.group_by !== undefined
      ? [{ field: 'parameters.group_by', path: parameters.group_by }]
      : [];
  return [...named('fields', parameters.fields), ...subject, ...ofRisk];
}
