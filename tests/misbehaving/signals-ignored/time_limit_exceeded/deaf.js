// Handles signals and works on. It is killed by the one that cannot be handled.
for (const name of ["SIGTERM", "SIGINT", "SIGHUP", "SIGXCPU"]) process.on(name, () => {});
for (;;);
