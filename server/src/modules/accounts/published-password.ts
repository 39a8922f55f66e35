/** Published with the demo: it works only for demos that no other machine can reach, and nobody may choose it. */
export const DEMO_PASSWORD = 'longshore-demo';
