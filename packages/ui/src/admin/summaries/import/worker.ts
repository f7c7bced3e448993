import { answerWith } from '../../../files/worker-answer.ts';
import { readExport } from './read-export.ts';

answerWith(readExport);
