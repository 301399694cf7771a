/** The Python script that the build puts into the code as text. */
declare module '*.py?raw' {
  const text: string;
  export default text;
}
