import { parentPort, workerData } from 'node:worker_threads';
import type { PasswordCheck } from './password-check.ts';
import { passwordProblem } from './password-rules.ts';

const { password, owner } = workerData as PasswordCheck;
parentPort?.postMessage({ problem: passwordProblem(password, owner) });
