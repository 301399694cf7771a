/** DSSE envelopes (secure-systems-lab/dsse v1, JSON form) around in-toto statements. */
import type { Envelope } from '../../shared/contract/evidence.ts';
import { verifyEnvelope, type LedgerKey } from '../ledger/ledger-key.ts';

/** The payload type of in-toto statements (in-toto attestation framework, "Envelope layer"). */
export const statementPayloadType = 'application/vnd.in-toto+json';

/** The envelope around a statement's text, with one signature of the ledger's key. */
export function sealStatement(text: string, key: LedgerKey): Envelope {
  const payload = Buffer.from(text);
  const signature = key.signEnvelope(statementPayloadType, payload);
  return {
    payloadType: statementPayloadType,
    payload: payload.toString('base64'),
    signatures: [{ keyid: keyIdOf(key.vkey), sig: Buffer.from(signature).toString('base64') }],
  };
}

/** The name and id of a verifier key, without the key itself: `origin+7b8488d1`. Only a hint (DSSE, "keyid"). */
export function keyIdOf(vkey: string): string {
  return vkey.split('+').slice(0, 2).join('+');
}

/**
 * The text in an envelope that the key of `vkey` signed. `fault` says why there is none: nothing of
 * a payload is looked at before its signature is found good.
 */
export function openEnvelope(
  envelope: Envelope,
  vkey: string,
): { readonly text: string } | { readonly fault: string } {
  const { payloadType, signatures } = envelope;
  if (payloadType !== statementPayloadType) {
    return { fault: `The payload type is not ${statementPayloadType}.` };
  }
  const payload = strictBase64(envelope.payload);
  if (payload === undefined) return { fault: 'The payload is not base64.' };
  const signed = signatures.some(({ sig }) => {
    const signature = strictBase64(sig);
    return signature !== undefined && verifyEnvelope(payloadType, payload, signature, vkey);
  });
  if (!signed) return { fault: `No signature is of the ledger's key ${keyIdOf(vkey)}.` };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(payload) };
  } catch {
    return { fault: 'The payload is not UTF-8 text.' };
  }
}

/** Bytes of base64 text; undefined for what `Buffer` would mend in silence. */
function strictBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
