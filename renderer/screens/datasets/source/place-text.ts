/** Files as one place: the file, or the folder that all of them are in. */
export function placeText(files: readonly { readonly path: string }[]): string {
  const [first, ...others] = files.map(({ path }) => path);
  if (first === undefined) return '';
  if (others.length === 0) return first;
  const parts = first.split('/').slice(0, -1);
  const isShared = (folder: string) => others.every((path) => path.startsWith(`${folder}/`));
  while (parts.length > 1 && !isShared(parts.join('/'))) parts.pop();
  return parts.join('/') || '/';
}
