//! What enables an isolation layer that is missing: one sentence, by what the system says of itself.
//!
//! Sources: the Linux kernel's documentation (user namespaces, Landlock, seccomp), Ubuntu's release notes on AppArmor and unprivileged user
//! namespaces, the manuals of `docker run`, `podman run` and of pods.

use super::facts::SystemFacts;

/// The first kernel with Landlock.
const LANDLOCK_SINCE: (u32, u32) = (5, 13);

/// Returns what enables a layer that does not hold.
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
mod tests {
    use super::*;

    fn facts() -> SystemFacts {
        SystemFacts {
            os: "linux",
            architecture: "x86_64",
            kernel: Some("6.12.9-amd64".into()),
            ..SystemFacts::default()
        }
    }

    /// Asserts that the sentence for a layer has these words, is one line, and ends without a full stop.
    #[track_caller]
    fn assert_says(layer: &str, system: &SystemFacts, words: &str) {
        let said = enabling(layer, system);
        assert!(said.contains(words), "{said}");
        assert!(!said.contains('\n') && !said.contains("  ") && !said.ends_with('.'), "{said}");
    }

    #[test]
    fn namespaces_are_enabled_where_they_are_refused() {
        let user = facts();
        let root = SystemFacts { is_root: true, ..facts() };
        assert_says("namespaces", &user, "ask the administrator");
        assert_says("namespaces", &root, "outside of what restricts it");
        let debian = SystemFacts { unprivileged_namespaces: Some(0), ..facts() };
        assert_says("namespaces", &debian, "kernel.unprivileged_userns_clone=1");
        let allowed = SystemFacts { unprivileged_namespaces: Some(1), ..facts() };
        assert_says("namespaces", &allowed, "ask the administrator");
        let ubuntu = SystemFacts { apparmor_restricts: Some(1), ..facts() };
        assert_says("namespaces", &ubuntu, "`userns,`");
        // Root is not restricted by it.
        let root = SystemFacts { is_root: true, ..ubuntu };
        assert_says("namespaces", &root, "outside of what restricts it");
        for (container, words) in [
            ("Docker", "docker run --security-opt seccomp=unconfined"),
            ("Podman", "podman run --security-opt seccomp=unconfined"),
            ("Kubernetes", "procMount: Unmasked"),
        ] {
            let inside = SystemFacts { container: Some(container), ..root.clone() };
            assert_says("namespaces", &inside, words);
            let none = SystemFacts { max_namespaces: Some(0), ..inside };
            assert_says("namespaces", &none, "user.max_user_namespaces=15000");
        }
    }

    #[test]
    fn landlock_is_in_newer_kernels_that_were_told_so() {
        let of = |kernel: &str| SystemFacts { kernel: Some(kernel.into()), ..facts() };
        assert_says("landlock", &of("5.10.0-32-amd64"), "Linux 5.13 or newer");
        assert_says("landlock", &of("5.13.0"), "CONFIG_SECURITY_LANDLOCK");
        assert_says("landlock", &of("strange"), "CONFIG_SECURITY_LANDLOCK");
        let modules = |list: &str| SystemFacts { security_modules: Some(list.into()), ..facts() };
        assert_says("landlock", &modules("capability,yama"), "`lsm=landlock,capability,yama`");
        assert_says("landlock", &modules("landlock,yama"), "CONFIG_SECURITY_LANDLOCK");
        let inside = SystemFacts { container: Some("Docker"), ..facts() };
        assert_says("landlock", &inside, "seccomp=unconfined");
    }

    #[test]
    fn groups_are_delegated_by_who_starts_programs() {
        assert_says("cgroup", &facts(), "`systemd-run --user --scope -p Delegate=yes referee");
        let root = SystemFacts { is_root: true, ..facts() };
        assert_says("cgroup", &root, "`systemd-run --scope -p Delegate=yes referee");
        for (container, words) in
            [("Docker", "docker run"), ("Podman", "podman run"), ("Kubernetes", "privileged: true")]
        {
            let inside = SystemFacts { container: Some(container), ..root.clone() };
            assert_says("cgroup", &inside, words);
        }
    }

    #[test]
    fn instructions_need_a_machine_and_a_permission() {
        assert_says("counter", &facts(), "a machine with a PMU");
        let debian = SystemFacts { perf_event_paranoid: Some(3), has_counters: true, ..facts() };
        assert_says("counter", &debian, "sysctl kernel.perf_event_paranoid=2");
        let root = SystemFacts { is_root: true, container: Some("Docker"), ..debian };
        assert_says("counter", &root, "allows `perf_event_open`");
        let none = SystemFacts { has_counters: false, ..root };
        assert_says("counter", &none, "a machine with a PMU");
    }

    #[test]
    fn other_processors_have_less() {
        assert_says("seccomp", &facts(), "CONFIG_SECCOMP_FILTER");
        let other = SystemFacts { architecture: "s390x", ..facts() };
        assert_says("seccomp", &other, "no filter for others");
    }
}
