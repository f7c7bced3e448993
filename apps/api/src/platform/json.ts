import type { Context, TypedResponse } from 'hono';

/** An answer that has been serialised already: its bytes, and in the type what they say. */
export type Json<T> = Uint8Array<ArrayBuffer> & { readonly says?: T };

export function toJson<T>(value: T): Json<T> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** As `c.json(value, 200)`, for what has been serialised. */
export function answerJson<T>(c: Context, json: Json<T>): Response & TypedResponse<T, 200, 'json'> {
  const answer: Response = c.body(json, 200, { 'Content-Type': 'application/json' });
  return answer as Response & TypedResponse<T, 200, 'json'>;
}
