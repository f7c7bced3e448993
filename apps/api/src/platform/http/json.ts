import { transcode } from 'node:buffer';
import type { Context, TypedResponse } from 'hono';

/** An answer that has been serialised already: its bytes, and in the type what they say. */
export type Json<T> = Uint8Array<ArrayBuffer> & { readonly says?: T };

export function toJson<T>(value: T): Json<T> {
  return jsonBytes(JSON.stringify(value));
}

/**
 * The bytes of a JSON text. By way of UTF-16, because V8 writes a text with a « ’ » in it character by character, and
 * `transcode` by vectors: a third of the time.
 */
function jsonBytes<T>(text: string): Json<T> {
  return transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8') as Uint8Array<ArrayBuffer>;
}

/** As `c.json(value, 200)`, for long answers that are asked for often: Node writes bytes in half the time of a text. */
export function answerLong<T>(c: Context, value: T) {
  return answerJson<T>(c, toJson(value));
}

/** As `c.json(value, 200)`, for what has been serialised. */
export function answerJson<T>(c: Context, json: Json<T>): Response & TypedResponse<T, 200, 'json'> {
  const answer: Response = c.body(json, 200, { 'Content-Type': 'application/json' });
  return answer as Response & TypedResponse<T, 200, 'json'>;
}
