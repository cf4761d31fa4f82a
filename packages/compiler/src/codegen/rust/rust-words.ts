// Words that are no names in Rust.

export const RUST_WORDS: ReadonlySet<string> = new Set(
  `as break const continue crate else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct
super trait true type unsafe use where while async await dyn abstract become box do final macro override priv typeof unsized virtual yield
try gen union _`.split(/\s+/),
);
