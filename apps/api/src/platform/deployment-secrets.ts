import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The keys are the names of the settings of `deploy/compose.yaml`. */
export type DeploymentSecrets = Record<
  | 'GUILDE_SECRET'
  | 'REDIS_PASSWORD'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'GARAGE_RPC_SECRET'
  | 'SQLD_AUTH_JWT_KEY'
  | 'DATABASE_AUTH_TOKEN',
  string
>;

/** The key that signed the database's token is not kept: a new token needs a new pair. */
export function makeDeploymentSecrets(): DeploymentSecrets {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const unsigned = [{ alg: 'EdDSA', typ: 'JWT' }, { a: 'rw' }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign(null, Buffer.from(unsigned), privateKey).toString('base64url');
  return {
    GUILDE_SECRET: secret(),
    REDIS_PASSWORD: secret(),
    // Garage takes keys of this form only.
    S3_ACCESS_KEY_ID: `GK${randomBytes(12).toString('hex')}`,
    S3_SECRET_ACCESS_KEY: secret(),
    GARAGE_RPC_SECRET: secret(),
    // sqld takes the raw 32 bytes.
    SQLD_AUTH_JWT_KEY: publicKey.export({ format: 'jwk' }).x ?? '',
    DATABASE_AUTH_TOKEN: `${unsigned}.${signature}`,
  };
}

function secret(): string {
  return randomBytes(32).toString('hex');
}
