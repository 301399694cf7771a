/** The folder `outside/` beside the database: who vouches for the ledger, and what they said. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { placeStates, voucherLimits } from '../../../shared/contract/vouchers.ts';
import { parsePolicy, type TrustPolicy } from '../../../shared/ledger/trust-policy.ts';
import { syncFolder, unlessGone, writeWhole } from '../../database/durable-files.ts';
import { makeFolder } from '../../database/make-folder.ts';
import { sha256 } from '../../ledger/sha256.ts';
import type { Certificate } from '../timestamps/certificate.ts';
import { readAuthority } from '../timestamps/timestamp.ts';

/** Asks nobody for a cosignature: the policy until a person makes one. */
export const emptyPolicy = 'quorum none\n';

const placeSchema = z.object({
  path: z.string(),
  state: z.enum(placeStates),
  /** When a checkpoint of this ledger was last seen there; milliseconds since 1970. */
  seen_at: z.number().nullable(),
  same_volume: z.boolean(),
  /** The newest note that was found there: an anchor, whatever becomes of the place. */
  note: z.string().nullable(),
  /** Notes of more entries there are to be moved to a folder of this name: a restore took the ledger back. */
  set_aside: z.object({ name: z.string(), above: z.number() }).nullable(),
});
/** A folder that keeps checkpoints, as it was last found. */
export type Place = z.infer<typeof placeSchema>;

const placesSchema = z.object({
  format: z.literal('proofdesk.places/v1'),
  oldest_days: z.int(),
  places: z.array(placeSchema),
});
export type Places = Omit<z.infer<typeof placesSchema>, 'format'>;

export interface KeptTimestamp {
  readonly size: number;
  readonly name: string;
  readonly reply: Buffer;
}

export interface KeptAuthority {
  /** SHA-256 of the certificate, hexadecimal. */
  readonly fingerprint: string;
  readonly certificate: Certificate;
}

const cosignedPattern = /^(0|[1-9]\d{0,15})\.note$/;
const stampPattern = /^([1-9]\d{0,15})\.([1-9]\d{0,3})\.tsr$/;
const authorityPattern = /^[0-9a-f]{64}\.pem$/;
const mostStamps = 9_999;

/** Files are written whole or not at all, for their owner alone. What cannot be read says nothing. */
export class OutsideFiles {
  readonly #directory: string;
  readonly #folder: string;

  /** @param directory the folder of the ledger */
  constructor(directory: string) {
    this.#directory = directory;
    this.#folder = join(directory, 'outside');
  }

  policyText(): string {
    return read(join(this.#folder, 'policy'))?.toString() ?? emptyPolicy;
  }

  /** A policy that does not hold any more asks nobody: what it named counts for nothing. */
  policy(): TrustPolicy {
    try {
      return parsePolicy(sha256, this.policyText());
    } catch {
      return parsePolicy(sha256, emptyPolicy);
    }
  }

  keepPolicy(text: string): void {
    this.#write('', 'policy', text);
  }

  /** Notes that were cosigned or time-stamped, the greatest size first; all unless told how many. */
  cosigned(newest = Number.POSITIVE_INFINITY): string[] {
    return this.#names('cosignatures', cosignedPattern)
      .toSorted((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10))
      .slice(0, newest)
      .flatMap((name) => read(join(this.#folder, 'cosignatures', name))?.toString() ?? []);
  }

  cosignedAt(size: number): string | undefined {
    return read(join(this.#folder, 'cosignatures', `${size}.note`))?.toString();
  }

  keepCosigned(size: number, note: string): void {
    this.#write('cosignatures', `${size}.note`, note);
  }

  /** Replies of authorities, of the greatest size first. */
  timestamps(newest = Number.POSITIVE_INFINITY): KeptTimestamp[] {
    return this.#stamps()
      .slice(0, newest)
      .flatMap(({ size, name }) => {
        const reply = read(join(this.#folder, 'timestamps', name));
        return reply === undefined ? [] : [{ size, name, reply }];
      });
  }

  /** Keeps a reply as the next of its size; the same one once. @throws {RangeError} where there are too many */
  keepTimestamp(size: number, reply: Uint8Array): void {
    const ofSize = this.#stamps().filter((each) => each.size === size);
    const folder = join(this.#folder, 'timestamps');
    if (ofSize.some(({ name }) => read(join(folder, name))?.equals(reply) === true)) return;
    const next = Math.max(0, ...ofSize.map((each) => each.number)) + 1;
    if (next > mostStamps) throw new RangeError(`There are ${mostStamps} time stamps of ${size}.`);
    this.#write('timestamps', `${size}.${next}.tsr`, reply);
  }

  authorities(): KeptAuthority[] {
    return this.#names('authorities', authorityPattern).flatMap((name) => {
      const pem = read(join(this.#folder, 'authorities', name))?.toString() ?? '';
      try {
        const [der] = certificatesOf(pem);
        return der === undefined ? [] : [authorityOf(der)];
      } catch {
        return [];
      }
    });
  }

  keepAuthority({ fingerprint, certificate }: KeptAuthority): void {
    this.#write('authorities', `${fingerprint}.pem`, certificate.x509.toString());
  }

  /** Returns false where there is none of this fingerprint. */
  removeAuthority(fingerprint: string): boolean {
    const name = `${fingerprint}.pem`;
    const folder = join(this.#folder, 'authorities');
    if (!this.#names('authorities', authorityPattern).includes(name)) return false;
    rmSync(join(folder, name));
    syncFolder(folder);
    return true;
  }

  places(): Places {
    try {
      const text = read(join(this.#folder, 'places.json'))?.toString() ?? '';
      return placesSchema.parse(JSON.parse(text));
    } catch {
      return { oldest_days: voucherLimits.oldestDays, places: [] };
    }
  }

  keepPlaces(places: Places): void {
    this.#write('', 'places.json', JSON.stringify({ format: 'proofdesk.places/v1', ...places }));
  }

  /**
   * Moves what a restored ledger does not go on from to the folder of the replaced one, and has the
   * places do the same with what lies there, once they are visited.
   */
  setAside(
    folder: string,
    { name, above }: { readonly name: string; readonly above: number },
  ): void {
    const isBeyond = (file: string) => Number.parseInt(file, 10) > above;
    for (const [kind, pattern] of [
      ['cosignatures', cosignedPattern],
      ['timestamps', stampPattern],
    ] as const) {
      for (const file of this.#names(kind, pattern).filter(isBeyond)) {
        makeFolder(join(folder, kind), this.#directory);
        renameSync(join(this.#folder, kind, file), join(folder, kind, file));
      }
    }
    const known = this.places();
    if (known.places.length === 0) return;
    const places = known.places.map((each): Place => ({
      ...each,
      note: null,
      set_aside: { name, above },
    }));
    this.keepPlaces({ ...known, places });
  }

  #stamps(): { size: number; number: number; name: string }[] {
    return this.#names('timestamps', stampPattern)
      .map((name) => {
        const [, size, number] = stampPattern.exec(name) ?? [];
        return { size: Number(size), number: Number(number), name };
      })
      .toSorted((one, other) => other.size - one.size || other.number - one.number);
  }

  #names(folder: string, pattern: RegExp): string[] {
    return (
      unlessGone(() => readdirSync(join(this.#folder, folder)))?.filter((each) =>
        pattern.test(each),
      ) ?? []
    );
  }

  #write(folder: string, name: string, content: string | Uint8Array): void {
    const path = join(this.#folder, folder);
    makeFolder(path, this.#directory);
    writeWhole(path, name, content);
  }
}

/** An authority by its certificate, DER. @throws {TimestampError} */
export function authorityOf(der: Buffer): KeptAuthority {
  return { fingerprint: hash('sha256', der, 'hex'), certificate: readAuthority(der) };
}

const pemPattern =
  /-----BEGIN CERTIFICATE-----\r?\n((?:[A-Za-z0-9+/=]{1,76}\r?\n)+)-----END CERTIFICATE-----/g;

/** The certificates of a PEM text, as DER; what stands between them is left out, as OpenSSL does. */
export function certificatesOf(pem: string): Buffer[] {
  return [...pem.matchAll(pemPattern)].map(([, body = '']) => Buffer.from(body, 'base64'));
}

function read(path: string): Buffer | undefined {
  return unlessGone(() => readFileSync(path));
}
