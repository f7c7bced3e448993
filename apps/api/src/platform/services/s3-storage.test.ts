import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startS3 } from '../../../test/s3-server.ts';
import { freePort } from '../../../test/sqld.ts';
import { createLog } from '../observe/log.ts';
import { s3Storage } from './s3-storage.ts';
import { diskStorage } from './storage.ts';

const log = createLog('silent');
const KEY = 'avatars/0f8e-96.webp';
const BYTES = new Uint8Array([0, 255, 13, 10, 128]);
const unavailable = { code: 'UNAVAILABLE' };

async function service() {
  const server = await startS3();
  onTestFinished(server.stop);
  return server;
}

describe('files on an S3 service', () => {
  it('are stored, read and removed, under their keys in the bucket', async () => {
    const server = await service();
    const storage = s3Storage(server.config, log);
    await storage.put(KEY, BYTES);
    expect([...server.files.keys()]).toEqual([KEY]);
    expect(await storage.get(KEY)).toEqual(BYTES);
    await storage.remove(KEY);
    expect(server.files.size).toBe(0);
    expect(server.calls).toEqual([`PUT /guilde/${KEY}`, `GET /guilde/${KEY}`, `DELETE /guilde/${KEY}`]);
  });

  it('that are not there are null, and may be removed all the same', async () => {
    const server = await service();
    const storage = s3Storage(server.config, log);
    expect(await storage.get(KEY)).toBeNull();
    await storage.remove(KEY);
  });

  it('are streamed in ranges, as those of a folder are', async () => {
    const server = await service();
    const folder = mkdtempSync(join(tmpdir(), 'guilde-storage-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const storage of [s3Storage(server.config, log), diskStorage(folder)]) {
      await storage.put(KEY, BYTES);
      const read = async (first: number, last: number) =>
        new Uint8Array(await new Response(await storage.read(KEY, { first, last })).arrayBuffer());
      expect(await read(0, 4)).toEqual(BYTES);
      expect(await read(1, 2)).toEqual(BYTES.slice(1, 3));
      await storage.remove(KEY);
      expect(await storage.read(KEY, { first: 0, last: 4 })).toBeNull();
    }
    const elsewhere = s3Storage({ ...server.config, bucket: 'ailleurs' }, log);
    await expect(elsewhere.read(KEY, { first: 0, last: 4 })).rejects.toMatchObject(unavailable);
    server.silent(true);
    const impatient = s3Storage(server.config, log, 1).read(KEY, { first: 0, last: 4 });
    await expect(impatient).rejects.toMatchObject(unavailable);
  });

  it('of a folder leave no empty one behind, whatever is stored beside them meanwhile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guilde-storage-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const storage = diskStorage(folder);
    const [first, second] = ['shared/one/full.webp', 'shared/one/preview.webp'] as const;
    for (let round = 0; round < 50; round++) {
      await storage.put(first, BYTES);
      await Promise.all([storage.remove(first), storage.put(second, BYTES)]);
      expect(await storage.get(second)).toEqual(BYTES);
      await storage.remove(second);
    }
    expect(readdirSync(join(folder, 'shared'))).toEqual([]);
    expect(await Array.fromAsync(storage.list('shared'))).toEqual([]);
  });

  it('are out of reach of a wrong key, and nothing is stored', async () => {
    const server = await service();
    for (const wrong of [{ secretAccessKey: 'autre' }, { accessKeyId: 'autre' }, { region: 'autre' }]) {
      const storage = s3Storage({ ...server.config, ...wrong }, log);
      await expect(storage.put(KEY, BYTES)).rejects.toMatchObject(unavailable);
      await expect(storage.get(KEY)).rejects.toMatchObject(unavailable);
      await expect(storage.remove(KEY)).rejects.toMatchObject(unavailable);
    }
    expect(server.files.size).toBe(0);
  });

  it('are refused in the product’s own words where the service says why', async () => {
    const server = await service();
    const storage = s3Storage(server.config, log);
    server.refuse(412, 'PreconditionFailed');
    await expect(storage.put(KEY, BYTES)).rejects.toMatchObject({
      code: 'IMAGE_NAME_TAKEN',
      message: 'Une image avec ce nom existe déjà',
    });
    server.refuse(403, 'AccessDenied');
    await expect(storage.remove(KEY)).rejects.toMatchObject({
      code: 'IMAGE_REMOVAL_DENIED',
      message: 'Non autorisé à supprimer cette image',
    });
    server.refuse(400, 'InvalidURI');
    await expect(storage.get(KEY)).rejects.toMatchObject({
      code: 'IMAGE_ADDRESS_INVALID',
      message: "Format d'URL invalide",
    });
    server.refuse(403, 'AccessDenied');
    await expect(storage.put(KEY, BYTES)).rejects.toMatchObject(unavailable);
  });

  it('are not taken for absent when the bucket is', async () => {
    const server = await service();
    const storage = s3Storage({ ...server.config, bucket: 'ailleurs' }, log);
    await expect(storage.get(KEY)).rejects.toMatchObject(unavailable);
    await expect(storage.remove(KEY)).rejects.toMatchObject(unavailable);
  });

  it('wait for a busy service a moment, then say that it is unavailable, and work again afterwards', async () => {
    const server = await service();
    const storage = s3Storage(server.config, log);
    server.busy(2);
    await storage.put(KEY, BYTES);
    expect(server.calls).toHaveLength(3);
    server.busy(3);
    await expect(storage.get(KEY)).rejects.toMatchObject(unavailable);
    expect(await storage.get(KEY)).toEqual(BYTES);
  });

  it('are unavailable when the service is silent, or not there at all', async () => {
    const server = await service();
    server.silent(true);
    await expect(s3Storage(server.config, log, 200).put(KEY, BYTES)).rejects.toMatchObject(unavailable);
    server.silent(false);
    expect(server.files.size).toBe(0);
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    await expect(s3Storage({ ...server.config, endpoint: nowhere }, log).get(KEY)).rejects.toMatchObject(
      unavailable,
    );
  });

  it('go nowhere else, whatever the service answers', async () => {
    const [server, other] = [await service(), await service()];
    const storage = s3Storage(server.config, log);
    for (const work of [() => storage.put(KEY, BYTES), () => storage.get(KEY), () => storage.remove(KEY)]) {
      server.redirect(other.config.endpoint);
      await expect(work()).rejects.toMatchObject(unavailable);
    }
    expect([server.calls.length, other.calls]).toEqual([3, []]);
  });

  it('never leave the bucket by their names', async () => {
    const server = await service();
    await expect(s3Storage(server.config, log).get('../autre/secret.txt')).rejects.toThrow('not one of ours');
    expect(server.calls).toEqual([]);
  });
});
