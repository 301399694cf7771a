/** The fields that the parameters of a transformation name, each with its place in the request. */
import type { Transformation } from './transformation.ts';

export interface NamedParameter {
  /** From the root of the request's body, for example `parameters.fields.0`. */
  readonly field: string;
  readonly path: string;
}

export function namedFields({ parameters }: Transformation): NamedParameter[] {
  const named = parameters.fields.map((path, index) => ({
    field: `parameters.fields.${index}`,
    path,
  }));
  const subject = parameters.method === 'date_shift' ? parameters.group_by : undefined;
  return subject === undefined
    ? named
    : [...named, { field: 'parameters.group_by', path: subject }];
}
