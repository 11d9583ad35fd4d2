//! Problems and programs in other folders.

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;

use crate::scene::{HAND_INS, Scene};
use crate::transformations::Transformation;

/// Folders, some of which may be on another file system than temporary files.
const OTHERS: [&str; 3] = ["/dev/shm", "/var/tmp", "/tmp"];

pub(crate) fn transformations() -> Vec<Transformation<Scene>> {
    let folders = [
        ("a deep folder", "deep/".repeat(300)),
        ("a folder with a long name", "x".repeat(250)),
        ("a folder with other letters", "Gro\u{308}ße 问题".to_string()),
        ("a folder with spaces and quotes", " it's \"a\" ; $HOME ".to_string()),
        ("a folder with placeholders", "{folder}/{program}/{main}".to_string()),
        ("a folder that is hidden", ".hidden/.work".to_string()),
        ("a folder that is called as build output is", "target/node_modules/build".to_string()),
        ("a folder that is called like a verdict's", "compile_error/work".to_string()),
    ];
    let folders = folders.into_iter().map(|(name, folder)| {
        Transformation::of_all(name, move |scene: &mut Scene| {
            scene.folder = scene.temporary.path().join(&folder)
        })
    });
    let more = [
        Transformation::of_all("another file system", |scene: &mut Scene| {
            let other = OTHERS
                .iter()
                .find(|other| device(Path::new(other)) != device(&std::env::temp_dir()));
            scene.lie_in(Path::new(other.unwrap_or(&OTHERS[0])));
        }),
        Transformation::of_all("links to problem and programs", |scene: &mut Scene| {
            for name in &mut scene.named {
                let link = scene.temporary.path().join(format!("link to {name}"));
                symlink(scene.folder.join(&*name), &link).unwrap();
                *name = link.display().to_string();
            }
        }),
        Transformation::of_all("a link to the folder", |scene: &mut Scene| {
            let target = scene.temporary.path().join("target of the link");
            fs::create_dir(&target).unwrap();
            symlink(&target, &scene.folder).unwrap();
        }),
        Transformation::of_all("absolute paths", |scene: &mut Scene| {
            let folder = scene.folder.display().to_string();
            scene.named.iter_mut().for_each(|name| *name = format!("{folder}/{name}"));
        }),
        Transformation::of_all("paths that go back and forth", |scene: &mut Scene| {
            scene.named =
                [format!("{HAND_INS}/../problem/."), format!("./problem/../{HAND_INS}//")].to_vec();
        }),
        Transformation::of_all("hand-ins within the problem", |scene: &mut Scene| {
            for hand_in in &mut scene.hand_ins {
                hand_in.entry = format!("../problem/{HAND_INS}/{}", hand_in.entry);
            }
            scene.named[1] = format!("problem/{HAND_INS}");
        }),
    ];
    folders.chain(more).map(|change| change.shown_by("data")).collect()
}

/// Returns the file system of a folder.
fn device(folder: &Path) -> Option<u64> {
    folder.metadata().ok().map(|metadata| metadata.dev())
}
