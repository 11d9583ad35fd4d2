//! How to enable an isolation layer that is missing: one sentence, depending on the system.
//!
//! Sources: the Linux kernel's documentation (user namespaces, Landlock, seccomp), Ubuntu's release
//! notes on AppArmor and unprivileged user namespaces, the manuals of `docker run`, `podman run`
//! and of pods.

use super::facts::SystemFacts;

const LANDLOCK_SINCE: (u32, u32) = (5, 13);

/// Returns how to enable a layer that does not hold.
pub(super) fn enabling(layer: &str, system: &SystemFacts) -> String {
    match layer {
        "namespaces" => namespaces(system),
        "landlock" => landlock(system),
        "seccomp" => seccomp(system),
        "cgroup" => cgroup(system),
        "counter" => counter(system),
        _ => "run referee on Linux".into(),
    }
}

fn namespaces(system: &SystemFacts) -> String {
    let sentence = match system {
        SystemFacts { max_namespaces: Some(0), .. } => {
            "run `sysctl user.max_user_namespaces=15000` as root of the host, since 0 forbids them"
        }
        SystemFacts { container: Some("Kubernetes"), .. } => {
            "give the pod the security profiles `seccompProfile: {type: Unconfined}`, `appArmorProfile: {type: \
             Unconfined}` and `procMount: Unmasked`, whose defaults forbid namespaces and a /proc in them"
        }
        SystemFacts { container: Some("Podman"), .. } => {
            "start the container with `podman run --security-opt seccomp=unconfined --security-opt unmask=ALL`, \
             since its default profile forbids namespaces, or a /proc in them"
        }
        SystemFacts { container: Some(_), .. } => {
            "start the container with `docker run --security-opt seccomp=unconfined --security-opt \
             apparmor=unconfined --security-opt systempaths=unconfined`, since the default profiles forbid \
             namespaces, or a /proc in them"
        }
        SystemFacts { unprivileged_namespaces: Some(0), is_root: false, .. } => {
            "run `sysctl kernel.unprivileged_userns_clone=1` as root, or run referee as root"
        }
        SystemFacts { apparmor_restricts: Some(1..), is_root: false, .. } => {
            "load an AppArmor profile for referee with the rule `userns,`, or run `sysctl \
             kernel.apparmor_restrict_unprivileged_userns=0` as root"
        }
        SystemFacts { is_root: false, .. } => {
            "ask the administrator to permit unprivileged user namespaces, or run referee as root"
        }
        SystemFacts { is_root: true, .. } => {
            "run referee outside of what restricts it here: a container, a service manager or a seccomp profile \
             that refuses `clone` and `unshare`"
        }
    };
    sentence.into()
}

fn landlock(system: &SystemFacts) -> String {
    let modules = system.security_modules.as_deref();
    match (system.kernel_version(), modules) {
        (Some(version), _) if version < LANDLOCK_SINCE => {
            let (major, minor) = LANDLOCK_SINCE;
            format!("use Linux {major}.{minor} or newer, which has it")
        }
        (_, Some(modules)) if !modules.split(',').any(|module| module == "landlock") => {
            format!("add `lsm=landlock,{modules}` to the parameters of the kernel, and start it again")
        }
        _ if system.container.is_some() => {
            "update what runs the container, or start it with `--security-opt seccomp=unconfined`: older profiles \
             do not know Landlock's system calls"
                .into()
        }
        _ => "use a kernel built with CONFIG_SECURITY_LANDLOCK, and with landlock in its parameter `lsm=`".into(),
    }
}

fn cgroup(system: &SystemFacts) -> String {
    let sentence = match system {
        SystemFacts { container: Some("Kubernetes"), .. } => {
            "run the pod with `privileged: true` on nodes with control groups of version 2: others mount them read-only"
        }
        SystemFacts { container: Some("Podman"), .. } => {
            "start the container with `podman run --privileged --cgroupns=private ... referee ...`, so that referee is its \
             only process, in a group that it may write to"
        }
        SystemFacts { container: Some(_), .. } => {
            "start the container with `docker run --privileged --cgroupns=private ... referee ...`, so that referee is its \
             only process, in a group that it may write to"
        }
        SystemFacts { is_root: true, .. } => {
            "start it with `systemd-run --scope -p Delegate=yes referee judge ...`, on a system with control groups of \
             version 2 only (`systemd.unified_cgroup_hierarchy=1`)"
        }
        SystemFacts { is_root: false, .. } => {
            "start it with `systemd-run --user --scope -p Delegate=yes referee judge ...`, on a system with control groups \
             of version 2 only (`systemd.unified_cgroup_hierarchy=1`)"
        }
    };
    sentence.into()
}

fn counter(system: &SystemFacts) -> String {
    let sentence = match system {
        SystemFacts { perf_event_paranoid: Some(3..), is_root: false, .. } => {
            "run `sysctl kernel.perf_event_paranoid=2` as root"
        }
        SystemFacts { container: Some(_), has_counters: true, .. } => {
            "start the container with a seccomp profile that allows `perf_event_open`, or with `seccomp=unconfined`"
        }
        _ => {
            "run referee on a machine with a PMU: not a virtual one, or one whose host passes it on (`-cpu host,pmu=on` \
             of KVM)"
        }
    };
    sentence.into()
}

fn seccomp(system: &SystemFacts) -> String {
    match system.architecture {
        "x86_64" | "aarch64" | "riscv64" => {
            "use a kernel built with CONFIG_SECCOMP_FILTER, and no container or service manager that refuses `seccomp`"
        }
        _ => "use a processor that is an x86-64, an ARM64 or a RISC-V: there is no filter for others",
    }
    .into()
}

#[cfg(test)]
mod tests;
