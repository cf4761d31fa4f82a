/** JSON that identifies a derived asset. It is hashed into the content key. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
