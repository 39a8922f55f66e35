import { LATE_STEPS, sellerWithKillableJobs, testKilledSteps } from './killed-fba.ts';

sellerWithKillableJobs();
testKilledSteps(LATE_STEPS);
