// Parses the address of a shared cache: `https://server/path`, or `s3://bucket/prefix`. Parts that only the environment may contain (credentials, an
// endpoint) are refused in the configuration, which is shared.

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

/** Returns a string if it is invalid. The string never repeats the address, which may contain a secret. */
export function parseRemoteUrl(text: string, from: 'file' | 'variable'): RemoteUrl | string {
  if (!URL.canParse(text)) return 'is not an address such as https://server/path or s3://bucket/prefix';
  const url = new URL(text);
  const isBare = url.username === '' && url.password === '' && url.search === '';
  if (from === 'file' && !isBare)
    return 'must not contain credentials or a query: everybody who has the file could read them';
  if (url.hash !== '') return 'must not have a fragment';
  if (url.protocol === 's3:') return parseS3(url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://, http:// or s3://';
  if (url.search !== '') return 'must not have a query';
  const basic = isBare ? undefined : basicCredentials(url);
  if (!isBare && basic === undefined)
    return 'has a "%" in its name or password that is not part of a code; write "%25" for the character itself';
  url.username = '';
  url.password = '';
  return { is: 'http', base: url, basic };
}

function parseS3(url: URL): RemoteUrl | string {
  const bucket = url.hostname;
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  if (!BUCKET.test(bucket) || url.port !== '' || url.username !== '')
    return 'names no bucket; write s3://bucket/prefix';
  if (!PREFIX.test(prefix) || prefix.split('/').includes('..'))
    return 'has a prefix with characters other than letters, digits, ".", "_", "-" and "/"';
  if ([...url.searchParams.keys()].some((name) => name !== 'endpoint' && name !== 'region'))
    return 'has an unknown query; only ?endpoint= and ?region= are supported';
  const named = url.searchParams.get('endpoint');
  const endpoint = named === null ? undefined : serverUrl(named);
  if (named !== null && endpoint === undefined) return 'has an endpoint that is not an address such as https://server';
  return {
    is: 's3',
    bucket,
    prefix,
    endpoint,
    region: url.searchParams.get('region') ?? undefined,
  };
}

/** Undefined if a "%" in them begins no escape. */
function basicCredentials({ username, password }: URL): string | undefined {
  try {
    return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  } catch {
    return undefined;
  }
}

/** Undefined if it is not the address of a server, such as `localhost:9000`, which parses as a scheme called localhost. */
export function serverUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Whether nobody can read or change the traffic: TLS, or this machine. */
export const isPrivateConnection = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
