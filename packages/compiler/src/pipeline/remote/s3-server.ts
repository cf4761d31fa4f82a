// `s3://bucket/prefix`: the same layout in a bucket, requests signed with Signature Version 4. The secret key itself never leaves
// this process.

import { AwsV4Signer } from 'aws4fetch';
import { digestBytes } from '../cache/digest.js';
import type { CacheServer, RemoteSpace, ServerRequest } from './cache-server.js';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

interface S3Place {
  readonly bucket: string;
  /** Without slashes at its ends; may be empty. */
  readonly prefix: string;
  readonly region: string;
  /** Endpoint of MinIO, R2 and others. Default: Amazon's. */
  readonly endpoint?: URL;
  /** If absent, requests are anonymous. */
  readonly credentials?: S3Credentials;
}

const EMPTY_DIGEST = digestBytes(new Uint8Array(0));

export class S3Server implements CacheServer {
  readonly name: string;
  readonly #base: string;
  readonly #region: string;
  readonly #credentials: S3Credentials | undefined;
  /** Signing keys, which change with the day. */
  readonly #keys = new Map<string, ArrayBuffer>();

  constructor(place: S3Place) {
    const { bucket, prefix, endpoint } = place;
    const path = prefix === '' ? '' : `/${prefix}`;
    this.#region = place.region;
    this.#credentials = place.credentials;
    this.#base = `${bucketUrl(place)}${path}`;
    this.name = `s3://${bucket}${path}${endpoint === undefined ? '' : ` at ${endpoint.origin}`}`;
  }

  async request(
    method: 'GET' | 'HEAD' | 'PUT',
    space: RemoteSpace,
    key: string,
    body?: Uint8Array,
  ): Promise<ServerRequest> {
    const url = `${this.#base}/${space}/${key}`;
    if (this.#credentials === undefined) return { url: new URL(url), headers: {} };
    // The key of a blob is its SHA-256, which the signature needs.
    const payload = body === undefined ? EMPTY_DIGEST : space === 'cas' ? key : digestBytes(body);
    const signer = new AwsV4Signer({
      method,
      url,
      headers: { 'x-amz-content-sha256': payload },
      ...this.#credentials,
      service: 's3',
      region: this.#region,
      cache: this.#keys,
    });
    const signed = await signer.sign();
    const headers: Record<string, string> = {};
    signed.headers.forEach((value, name) => {
      headers[name] = value;
    });
    return { url: signed.url, headers };
  }

  /** A bucket redirects to its region or endpoint, for which the request is not signed. */
  redirect(): undefined {
    return undefined;
  }
}

/** Names with dots do not match certificates as part of a host name, and other servers only support buckets as folders. */
function bucketUrl({ bucket, region, endpoint }: S3Place): string {
  if (endpoint !== undefined) return `${endpoint.href.replace(/\/*$/, '')}/${bucket}`;
  const host = `s3.${region}.amazonaws.com`;
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}
