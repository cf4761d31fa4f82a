// The server that a configuration and the environment name. Credentials come only from the environment, and are only sent to a server that
// the environment names as well. Requests to a bucket are signed, so the secret is never sent.

import { isPrivateConnection, parseRemoteUrl, type RemoteUrl, serverUrl } from '../../config/remote-url.js';
import type { CacheServer } from './cache-server.js';
import { HttpServer } from './http-server.js';
import { type S3Credentials, S3Server } from './s3-server.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A string is the reason why there is none. */
export function openServer(configured: string | undefined, env: Environment): CacheServer | string | undefined {
  const given = env.ASSETC_CACHE_URL;
  const isGiven = given !== undefined && given !== '';
  const address = isGiven ? given : configured;
  if (address === undefined || address === '') return undefined;
  const subject = isGiven ? 'ASSETC_CACHE_URL' : 'cache.remote';
  const url = parseRemoteUrl(address, isGiven ? 'variable' : 'file');
  if (typeof url === 'string') return `${subject} ${url}`;
  if (url.is === 's3') return openBucket(url, env);
  return openHttp(url, isGiven ? env.ASSETC_CACHE_TOKEN : undefined);
}

function openHttp({ base, basic }: RemoteUrl & { is: 'http' }, token: string | undefined): CacheServer | string {
  const proof =
    token !== undefined && token !== '' ? `Bearer ${token}` : basic === undefined ? undefined : `Basic ${basic}`;
  if (proof === undefined) return new HttpServer(base);
  if (!isPrivateConnection(base))
    return 'credentials are not sent over http://, where others could read them; use https://';
  // A header cannot contain other characters; Node's own error would print the token.
  if (!/^[\x20-\x7e]+$/.test(proof)) return 'ASSETC_CACHE_TOKEN contains characters that cannot be sent';
  return new HttpServer(base, proof);
}

function openBucket(url: RemoteUrl & { is: 's3' }, env: Environment): CacheServer | string {
  const { bucket, prefix } = url;
  const named = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || undefined;
  const endpoint = url.endpoint ?? (named === undefined ? undefined : serverUrl(named));
  if (named !== undefined && endpoint === undefined) {
    const variable = env.AWS_ENDPOINT_URL_S3 ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL';
    return `${variable} is not the address of a server, such as https://server:port`;
  }
  const credentials = credentialsIn(env);
  if (typeof credentials === 'string') return credentials;
  if (credentials?.sessionToken !== undefined && endpoint !== undefined && !isPrivateConnection(endpoint))
    return 'AWS_SESSION_TOKEN is not sent over http://, where others could read it; use https://';
  const region = url.region ?? (env.AWS_REGION || env.AWS_DEFAULT_REGION || usualRegion(endpoint));
  if (!/^[a-z0-9-]+$/.test(region)) return 'the region of the bucket is not valid';
  return new S3Server({
    bucket,
    prefix,
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
  });
}

/** Without any variable requests are anonymous; some but not all are a mistake, which a server could only reject. */
function credentialsIn(env: Environment): S3Credentials | string | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: session } = env;
  if (!accessKeyId && !secretAccessKey && !session) return undefined;
  if (!accessKeyId || !secretAccessKey) {
    const missing = !accessKeyId ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY';
    const given = accessKeyId ? 'AWS_ACCESS_KEY_ID' : secretAccessKey ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_SESSION_TOKEN';
    return `${given} is set, but ${missing} is not, so requests cannot be signed`;
  }
  return { accessKeyId, secretAccessKey, ...(session && { sessionToken: session }) };
}

const usualRegion = (endpoint: URL | undefined): string =>
  endpoint?.hostname.endsWith('.r2.cloudflarestorage.com') === true ? 'auto' : 'us-east-1';

/** By the variable that every CI service sets. */
export const isContinuousIntegration = ({ CI }: Environment): boolean =>
  CI !== undefined && CI !== '' && CI !== '0' && CI.toLowerCase() !== 'false';
