import type { Context, TypedResponse } from 'hono';

/** Bytes, with the type of the value. */
export type Json<T> = Uint8Array<ArrayBuffer> & { readonly says?: T };

export function toJson<T>(value: T): Json<T> {
  return Buffer.from(JSON.stringify(value));
}

/** As `c.json(value, 200)`, for JSON that was serialised before. */
export function respondSerialised<T>(c: Context, json: Json<T>): Response & TypedResponse<T, 200, 'json'> {
  const answer: Response = c.body(json, 200, { 'Content-Type': 'application/json' });
  return answer as Response & TypedResponse<T, 200, 'json'>;
}
