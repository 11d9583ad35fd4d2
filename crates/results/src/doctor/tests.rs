use insta::assert_snapshot;

use super::*;
use referee_programs::doctor::SystemFacts;

fn tool(version: Option<&str>) -> Tool {
    Tool {
        language: "L".into(),
        name: "tool".into(),
        path: "/opt/tool".into(),
        version: version.map(String::from),
        note: version.is_none().then(|| "/home/x/tool, the first on PATH, cannot be used".into()),
    }
}

fn layer(name: &'static str, why: Option<(&str, &str)>) -> LayerState {
    LayerState {
        name,
        holds: why.is_none(),
        version: (name == "landlock" && why.is_none()).then_some(7),
        detail: None,
        reason: why.map(|(reason, _)| reason.into()),
        enable: why.map(|(_, enable)| enable.into()),
    }
}

fn language(title: &str, programs: Vec<Tool>, missing: Option<&str>) -> LanguageState {
    let (name, title) = (title.to_lowercase(), title.to_string());
    LanguageState { name, title, programs, missing: missing.map(String::from), unasked: None }
}

fn measuring() -> MeasuringState {
    MeasuringState {
        exact: false,
        layers: vec![
            layer(
                "cgroup",
                Some((
                    "/sys/fs/cgroup/user.slice/user-1000.slice/session-2.scope is not \
                         delegated: Permission denied (os error 13)",
                    "start it with `systemd-run --user --scope -p Delegate=yes referee \
                         judge ...`, on a system with control groups of version 2 only \
                         (`systemd.unified_cgroup_hierarchy=1`)",
                )),
            ),
            layer(
                "counter",
                Some((
                    "kernel.perf_event_paranoid is 4, which forbids it",
                    "run `sysctl kernel.perf_event_paranoid=2` as root",
                )),
            ),
        ],
    }
}

/// The example in docs/sandbox.md.
fn examination() -> Examination {
    let refused = (
        "the system forbids them: Operation not permitted (os error 1)",
        "load an AppArmor profile for referee with the rule `userns,`, or run `sysctl \
         kernel.apparmor_restrict_unprivileged_userns=0` as root",
    );
    Examination {
        build: BuildInfo {
            version: "1.2.3",
            commit: Some("0123456789abcdef0123456789abcdef01234567"),
            sources: "00112233445566778899aabbccddeeff",
            profile: "release",
            features: vec!["one", "two"],
            target: "x86_64-unknown-linux-musl",
            compiler: "rustc 1.89.0",
        },
        system: SystemFacts::default(),
        isolation: IsolationState {
            complete: false,
            layers: vec![
                layer("namespaces", Some(refused)),
                layer("landlock", None),
                layer("seccomp", None),
                layer("rlimits", None),
            ],
            notes: vec![
                "no program that may use more stack than 8.0 MiB, by an inherited limit (ulimit -Hs)".into(),
            ],
        },
        measuring: measuring(),
        machine: MachineState {
            processors: 8,
            cores: 4,
            programs_at_a_time: 4,
            memory: 16 << 30,
            free_memory: 5 << 30,
            shared_memory: false,
            times_distorted_by: vec![
                "other processes are busy: a load of 9.0 on 8 processors".into(),
            ],
        },
        languages: vec![
            language("Ada", Vec::new(), Some("gnatmake")),
            language("C", vec![tool(Some("cc (Debian 12.2.0-14+deb12u1) 12.2.0"))], None),
            language("D", Vec::new(), Some("ldc2 or dmd")),
            language(
                "Java",
                vec![tool(Some("javac 17.0.15")), tool(Some("openjdk 17.0.15 2025-04-15"))],
                None,
            ),
            language("Python 3", vec![tool(Some("CPython 3.11.2"))], None),
        ],
    }
}

/// Removes colours, as in a pipe.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn what_is_missing_is_told_with_what_enables_it() {
    let text = plain(&human(&examination(), 80));
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_snapshot!(text, @"
    referee 1.2.3 (release, x86_64-unknown-linux-musl)

    isolation     incomplete
      namespaces  no: the system forbids them: Operation not permitted (os error 1)
          enable  load an AppArmor profile for referee with the rule `userns,`, or
                  run `sysctl kernel.apparmor_restrict_unprivileged_userns=0` as
                  root
      landlock    yes, version 7
      seccomp     yes
      rlimits     yes
      note        no program that may use more stack than 8.0 MiB, by an inherited
                  limit (ulimit -Hs)

    measuring     memory is sampled
      cgroup      no: /sys/fs/cgroup/user.slice/user-1000.slice/session-2.scope is
                  not delegated: Permission denied (os error 13)
          enable  start it with `systemd-run --user --scope -p Delegate=yes referee
                  judge ...`, on a system with control groups of version 2 only
                  (`systemd.unified_cgroup_hierarchy=1`)
      counter     no: kernel.perf_event_paranoid is 4, which forbids it
          enable  run `sysctl kernel.perf_event_paranoid=2` as root

    machine       times are less exact
      times       other processes are busy: a load of 9.0 on 8 processors
      cores       4, with 8 hardware threads; 4 programs at a time do not share one
      memory      5.0 GiB free of 16.0 GiB
      /dev/shm    none: it comes with namespaces; Python's multiprocessing needs it

    languages     3 of 5
      C           cc (Debian 12.2.0-14+deb12u1) 12.2.0
      Java        javac 17.0.15; openjdk 17.0.15 2025-04-15
      Python 3    CPython 3.11.2
      missing     Ada (gnatmake), D (ldc2 or dmd)
    ");
    let page = include_str!("../../../../docs/sandbox.md");
    assert!(page.contains(&format!("$ referee doctor\n{text}```")), "docs/sandbox.md:\n{text}");
}

#[test]
fn a_long_name_and_a_note_stand_in_lines_of_their_own() {
    let mut found = examination();
    found.languages = vec![language("Common Lisp with extensions", vec![tool(None)], None)];
    let text = plain(&human(&found, 80));
    assert_snapshot!(text.split_once("\nlanguages").unwrap().1, @"
       1 of 1
    Common Lisp with extensions
                tool, whose version is unknown
                /home/x/tool, the first on PATH, cannot be used
    ");
}

#[test]
fn where_all_is_well_nothing_is_to_be_done() {
    let mut found = examination();
    found.isolation.layers = vec![layer("namespaces", None), layer("landlock", None)];
    found.isolation.complete = true;
    let mut cgroup = layer("cgroup", None);
    cgroup.detail = Some("memory, CPU time, processes".into());
    found.measuring = MeasuringState { exact: true, layers: vec![cgroup, layer("counter", None)] };
    found.machine = MachineState {
        processors: 2,
        cores: 2,
        programs_at_a_time: 2,
        shared_memory: true,
        times_distorted_by: Vec::new(),
        ..found.machine
    };
    found.languages.retain(is_usable);
    let text = plain(&human(&found, 80));
    assert!(!text.contains("enable") && !text.contains("missing"), "{text}");
    assert_snapshot!(text.split("\nlanguages").next().unwrap(), @"
    referee 1.2.3 (release, x86_64-unknown-linux-musl)

    isolation     complete
      namespaces  yes
      landlock    yes, version 7
      note        no program that may use more stack than 8.0 MiB, by an inherited
                  limit (ulimit -Hs)

    measuring     memory and CPU time are exact
      cgroup      yes: memory, CPU time, processes
      counter     yes

    machine       times can be trusted
      cores       2; 2 programs at a time do not share one
      memory      5.0 GiB free of 16.0 GiB
      /dev/shm    each program has one of its own
    ");
}

#[test]
fn the_version_tells_the_build() {
    assert_snapshot!(plain(&version(&examination(), 80)), @"
    referee 1.2.3
      commit      0123456789abcdef0123456789abcdef01234567
      sources     00112233445566778899aabbccddeeff
      profile     release
      features    one, two
      target      x86_64-unknown-linux-musl
      compiler    rustc 1.89.0
      isolation   no namespaces, landlock, seccomp, rlimits
      C           cc (Debian 12.2.0-14+deb12u1) 12.2.0
      Java        javac 17.0.15; openjdk 17.0.15 2025-04-15
      Python 3    CPython 3.11.2
    ");
}
