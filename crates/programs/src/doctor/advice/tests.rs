use super::*;

fn facts() -> SystemFacts {
    SystemFacts {
        os: "linux",
        architecture: "x86_64",
        kernel: Some("6.12.9-amd64".into()),
        ..SystemFacts::default()
    }
}

/// Asserts that the sentence for a layer contains these words, is one line, and ends without a full
/// stop.
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
