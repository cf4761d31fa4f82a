// esbuild's `file` loader: the address of the file, relative to the script.
declare module '*.wasm' {
  const address: string;
  export default address;
}
