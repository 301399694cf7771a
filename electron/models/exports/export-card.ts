/** A registered card as a file in one of the formats. */
import { exportFormats, type ExportFormat } from '../../../shared/contract/models.ts';
import type { RouteReply } from '../../route-handler.ts';
import type { RegisteredCard } from '../model-card.ts';
import { annexIvText } from './annex-iv.ts';
import { cycloneDxText } from './cyclonedx.ts';
import { huggingFaceText } from './hugging-face.ts';

/** The file with its media type and name; the same bytes for the same registration. */
export async function exportCard(
  registered: RegisteredCard,
  format: ExportFormat,
  ledger: { readonly isDemo: boolean },
): Promise<RouteReply> {
  const { mediaType } = exportFormats[format];
  const textual = format === 'huggingface' || format === 'annex-iv';
  return {
    body: await contents[format](registered, ledger),
    headers: {
      'content-type': textual ? `${mediaType}; charset=utf-8` : mediaType,
      'content-disposition': dispositionOf(registered, format),
    },
  };
}

const contents: Readonly<
  Record<
    ExportFormat,
    (
      registered: RegisteredCard,
      ledger: { readonly isDemo: boolean },
    ) => string | Promise<RouteReply['body']>
  >
> = {
  cyclonedx: cycloneDxText,
  huggingface: huggingFaceText,
  'annex-iv': annexIvText,
  pdf: async (registered, ledger) => {
    // Fonts and layout are loaded by the first who needs them.
    const { pdfBytes } = await import('./pdf.ts');
    const bytes = await pdfBytes(registered, ledger);
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytes);
        controller.close();
      },
    });
  },
};

/** RFC 6266: an ASCII name for old clients, the whole name for the others. */
function dispositionOf({ card }: RegisteredCard, format: ExportFormat): string {
  const name = `${card.model_id}-${card.version}.${exportFormats[format].extension}`.replaceAll(
    // Control characters, halves of characters, and what file systems refuse.
    /[\p{Cc}\p{Cs}/\\:*?"<>|]/gu,
    '_',
  );
  const plain = name.replaceAll(/[^\x20-\x7e]|[%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
