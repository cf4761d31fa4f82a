// The address of a shared cache: `https://server/path`, or `s3://bucket/prefix`. What only the environment may say (credentials, an
// endpoint) is refused in a file that everybody has.

export type RemoteUrl =
  | { readonly is: 'http'; readonly base: URL; readonly basic: string | undefined }
  | {
      readonly is: 's3';
      readonly bucket: string;
      readonly prefix: string;
      readonly endpoint: URL | undefined;
      readonly region: string | undefined;
    };

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9._\-/]*$/;

/** A text says what is wrong; it never repeats the address, which may hold a secret. */
export function parseRemoteUrl(text: string, from: 'file' | 'variable'): RemoteUrl | string {
  if (!URL.canParse(text)) return 'is no address: https://server/path or s3://bucket/prefix is';
  const url = new URL(text);
  const isBare = url.username === '' && url.password === '' && url.search === '';
  if (from === 'file' && !isBare)
    return 'must hold neither credentials nor a query: everybody who has the file would have them';
  if (url.hash !== '') return 'must not have a fragment';
  if (url.protocol === 's3:') return parseS3(url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://, http:// or s3://';
  if (url.search !== '') return 'must not have a query';
  const basic = url.username === '' && url.password === '' ? undefined : basicCredentials(url);
  url.username = '';
  url.password = '';
  return { is: 'http', base: url, basic };
}

function parseS3(url: URL): RemoteUrl | string {
  const bucket = url.hostname;
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  if (!BUCKET.test(bucket) || url.port !== '' || url.username !== '') return 'names no bucket: s3://bucket/prefix does';
  if (!PREFIX.test(prefix) || prefix.split('/').includes('..'))
    return 'has a prefix of other characters than letters, digits, ".", "_", "-" and "/"';
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    return 'has an endpoint that is no address: https://server is';
  return {
    is: 's3',
    bucket,
    prefix,
    endpoint: endpoint === undefined ? undefined : new URL(endpoint),
    region: url.searchParams.get('region') ?? undefined,
  };
}

const basicCredentials = ({ username, password }: URL): string =>
  Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');

/** Nothing on the way can listen or change anything. */
export const isPrivateWay = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
