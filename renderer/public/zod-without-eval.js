// zod probes for eval when the first schema is made; the content security policy reports that probe.
// A classic script runs before every module, so the probe is off in time.
globalThis.__zod_globalConfig = { jitless: true };
