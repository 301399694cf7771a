/** A list that an export reads: where it is, who answers it, what comes of it. */
import { z } from 'zod';
import type { ExportableOperation, ExportSource } from '../../shared/contract/exports.ts';
import type { Route } from '../../shared/contract/route.ts';
import { routeOf } from '../../shared/contract/routes.ts';
import type { Row } from './row-values.ts';

/** Answers requests with their JSON, as one caller. */
export interface ListReader {
  /** A GET, or a POST of `body`. @throws {ApiError} what the API answered instead */
  ask(path: string, body?: object): Promise<unknown>;
  /** From now on all answers are of one moment. */
  hold(): void;
  close(): Promise<void>;
}

export type ListSource = Extract<ExportSource, { operation: ExportableOperation }>;

export const rowSchema = z.custom<Row>((value) => typeof value === 'object' && value !== null);
/** The route of a list. */
export function listRoute(operation: ExportableOperation): Route {
  const found = routeOf(operation);
  if (found === undefined) throw new Error(`There is no operation ${operation}.`);
  return found;
}

export interface ListedRows {
  /** null while unknown: there is a row for each element of something in the rows of the list. */
  readonly total: number | null;
  readonly pages: AsyncGenerator<readonly Row[]>;
  /** The moment that all rows are of, where it is not the present. */
  readonly asOf?: string;
}

/** Where the list of a source is. */
export function listPath({ operation, parameters }: ListSource): string {
  return listRoute(operation).path.replaceAll(/\{([a-z_]+)\}/g, (_whole, name) =>
    encodeURIComponent(parameters[String(name)] ?? ''),
  );
}
