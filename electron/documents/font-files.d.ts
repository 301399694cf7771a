/** Font files that the build puts into the code as data URLs. */
declare module '*.woff?inline' {
  const url: string;
  export default url;
}
