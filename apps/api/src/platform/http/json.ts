import { transcode } from 'node:buffer';
import type { Context, TypedResponse } from 'hono';

/** Bytes, with the type of the value. */
export type Json<T> = Uint8Array<ArrayBuffer> & { readonly says?: T };

export function toJson<T>(value: T): Json<T> {
  return jsonBytes(JSON.stringify(value));
}

/** Through UTF-16: V8 encodes a text with « ’ » slowly; `transcode` takes a third of the time. */
function jsonBytes<T>(text: string): Json<T> {
  return transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8') as Uint8Array<ArrayBuffer>;
}

/** As `c.json(value, 200)`, for long and frequent answers: Node sends bytes twice as fast as text. */
export function respondJson<T>(c: Context, value: T) {
  return respondSerialised<T>(c, toJson(value));
}

/** As `c.json(value, 200)`, for serialised JSON. */
export function respondSerialised<T>(c: Context, json: Json<T>): Response & TypedResponse<T, 200, 'json'> {
  const answer: Response = c.body(json, 200, { 'Content-Type': 'application/json' });
  return answer as Response & TypedResponse<T, 200, 'json'>;
}
