//! The pages in docs/ form a book: each is in its table of contents once, and every link between
//! pages resolves.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Returns every page of the project for people: at the top level, in the book, and about releases.
fn pages() -> BTreeMap<PathBuf, String> {
    let folders = ["", "docs", "dist", "dist/gradescope", "examples"];
    let files = folders.into_iter().flat_map(|folder| {
        let files = fs::read_dir(Path::new(ROOT).join(folder)).unwrap();
        files.map(move |file| Path::new(folder).join(file.unwrap().file_name()))
    });
    let pages = files.filter(|file| file.extension().is_some_and(|extension| extension == "md"));
    pages
        .map(|page| (page.clone(), fs::read_to_string(Path::new(ROOT).join(page)).unwrap()))
        .collect()
}

/// Returns the lines of a page outside code blocks.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    page.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the targets of all links and images on a page: the text between `](` and `)`.
fn links(page: &str) -> Vec<&str> {
    prose(page)
        .flat_map(|line| line.split("](").skip(1))
        .filter_map(|rest| Some(rest.split_once(')')?.0))
        .collect()
}

/// Returns the anchors of a page as GitHub derives them from headings: letters in lower case, white
/// space as hyphens, nothing else.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = prose(page).filter_map(|line| {
        let text = line.trim_start_matches('#');
        (text.len() < line.len()).then_some(text.strip_prefix(' ')?)
    });
    let slug = |heading: &str| -> String {
        let signs = heading.trim().to_lowercase();
        let signs = signs.chars().filter_map(|sign| match sign {
            ' ' => Some('-'),
            '-' | '_' => Some(sign),
            _ => sign.is_alphanumeric().then_some(sign),
        });
        signs.collect()
    };
    headings.map(slug).collect()
}

/// Resolves a path relative to the project, without `..`.
fn resolved(page: &Path, target: &str) -> PathBuf {
    let mut path = PathBuf::new();
    for part in page.parent().unwrap().join(target).components() {
        match part {
            Component::ParentDir => assert!(path.pop(), "{target} leads out of the project"),
            part => path.push(part),
        }
    }
    path
}

#[test]
fn every_page_is_in_the_table_of_contents_once() {
    let contents = fs::read_to_string(Path::new(ROOT).join("docs/README.md")).unwrap();
    let items = contents.lines().filter(|line| line.starts_with("- ["));
    let mut listed: Vec<_> = items.flat_map(|item| links(item)[..1].to_vec()).collect();
    let in_docs = pages().into_keys().filter_map(|page| {
        let name = page.strip_prefix("docs").ok()?.to_str()?.to_string();
        (name != "README.md").then_some(name)
    });
    listed.sort_unstable();
    assert_eq!(listed, in_docs.collect::<Vec<_>>());
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages();
    let mut checked = 0;
    for (page, text) in &pages {
        let of_project = links(text).into_iter().filter(|link| !link.contains("://"));
        for link in of_project {
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = if target.is_empty() { page.clone() } else { resolved(page, target) };
            assert!(Path::new(ROOT).join(&path).exists(), "{}: {link}", page.display());
            let to = pages.get(&path).filter(|_| !anchor.is_empty());
            assert!(
                to.is_none_or(|to| anchors(to).contains(anchor)),
                "{}: {link} has no such heading",
                page.display()
            );
            checked += 1;
        }
    }
    assert!(checked >= 100, "only {checked} links were found");
}

#[test]
fn anchors_are_those_of_headings() {
    let page = "# A page\n\n```sh\n# no heading\n```\n## `problem.toml`, and more: 2 x\n#not one\n";
    let found: Vec<_> = anchors(page).into_iter().collect();
    assert_eq!(found, ["a-page", "problemtoml-and-more-2-x"]);
    assert_eq!(links("[a](b.md#c) and ![d](e.png)\n```\n[f](g)\n```\n"), ["b.md#c", "e.png"]);
}

#[test]
fn the_changelog_names_the_version() {
    let read = |file: &str| fs::read_to_string(Path::new(ROOT).join(file)).unwrap();
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let version = manifest["workspace"]["package"]["version"].as_str().unwrap().to_string();
    let changelog = read("CHANGELOG.md");
    let latest = changelog.lines().find(|line| line.starts_with("## [")).unwrap();
    let unreleased = format!("Version {version}");
    assert!(
        latest.starts_with(&format!("## [{version}] - "))
            || latest == "## [Unreleased]" && changelog.contains(&unreleased),
        "{latest}"
    );
}
