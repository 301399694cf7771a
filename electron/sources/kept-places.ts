/** Folders and servers that a person chose at the window for datasets: a file beside the ledgers, which no route of the interface names. */
import { readFileSync } from 'node:fs';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { changeSourcePlacesSchema } from '../../shared/contract/source-places.ts';
import { unlessGone } from '../database/durable-files.ts';

export const sourcePlacesFileName = 'source-places.json';

export interface KeptPlaces {
  readonly folders: readonly string[];
  /** `host:port`, in small letters. */
  readonly servers: readonly string[];
}

/** None where the file is not there, or is damaged. @param path undefined where none may be chosen */
export function keptPlaces(path: string | undefined): KeptPlaces {
  const text = path === undefined ? undefined : unlessGone(() => readFileSync(path, 'utf8'));
  const parsed = changeSourcePlacesSchema.safeParse(text && jsonOrUndefined(text));
  return parsed.success ? parsed.data : { folders: [], servers: [] };
}
