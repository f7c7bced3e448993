import { z } from 'zod';
import { oneOf, requiredName, uuid } from '../validation.ts';
import { API_KEY_DAYS_MAX, API_KEY_NAME_MAX, API_SCOPES } from './rules.ts';

export const apiKeyInput = z.object({
  name: requiredName(API_KEY_NAME_MAX),
  scopes: z.array(oneOf(API_SCOPES)).min(1).max(API_SCOPES.length),
  days: z.number().int().min(1).max(API_KEY_DAYS_MAX),
});

export const apiKeyParams = z.object({ keyId: uuid });
