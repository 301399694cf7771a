/** What a request accepts, by its headers. */

/**
 * Languages that an `Accept-Language` header prefers, or media types that an `Accept` header does (RFC 9110 §12.4.2), the
 * most wanted first; what is refused (`q=0`) is not among it.
 */
export function acceptedOf(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim());
      const quality = parameters.find((each) => /^q=/i.test(each))?.slice(2) ?? '1';
      return { tag, quality: Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
