// Hears signals and works on. It is killed by the one that cannot be heard.
for (const name of ["SIGTERM", "SIGINT", "SIGHUP", "SIGXCPU"]) process.on(name, () => {});
for (;;);
