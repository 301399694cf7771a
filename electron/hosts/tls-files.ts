/** Certificate and key of a server door, as files that are renewed while it runs. */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** In PEM, as `https` takes them. */
export interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export interface TlsFiles {
  readonly certPath: string;
  readonly keyPath: string;
  /** As it was read first. */
  readonly pair: TlsPair;
}

/** How often the files are looked at; milliseconds. */
const lookEvery = 10_000;

/** Reads both files. @throws {Error} where one cannot be read, or they are not a pair; one sentence */
export function readTlsFiles(certPath: string, keyPath: string): TlsFiles {
  return { certPath, keyPath, pair: readPair(certPath, keyPath) };
}

/**
 * Has `use` take a new pair within seconds after the files changed. A pair that does not fit together, as while
 * the second file is written, is told once and the old one kept.
 * @returns what ends the watching
 */
export function watchTlsFiles(
  { certPath, keyPath, pair: first }: TlsFiles,
  use: (pair: TlsPair) => void,
  log: (line: string) => void,
  everyMs: number = lookEvery,
): () => void {
  let current = first;
  let told = '';
  const look = () => {
    try {
      const pair = readPair(certPath, keyPath);
      told = '';
      if (pair.cert.equals(current.cert) && pair.key.equals(current.key)) return;
      use(pair);
      current = pair;
      log('The certificate was renewed.');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== told) log(`The certificate of before stays in use: ${reason}`);
      told = reason;
    }
  };
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}

function readPair(certPath: string, keyPath: string): TlsPair {
  const pair = { cert: readOne(certPath), key: readOne(keyPath) };
  try {
    createSecureContext({ ...pair, minVersion: 'TLSv1.2' });
  } catch (error) {
    throw new Error(`${certPath} and ${keyPath} are not a certificate and its key.`, {
      cause: error,
    });
  }
  return pair;
}

function readOne(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`${path} cannot be read.`, { cause: error });
  }
}
