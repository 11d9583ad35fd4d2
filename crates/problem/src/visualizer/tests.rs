use std::fs;

use super::*;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nrest";

#[test]
fn only_pictures_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("judgeimage.png", PNG);
    write("judgeimage-2.jpg", b"\xff\xd8\xff\xe0");
    write("teamimage.svg", b"<?xml version='1.0'?>\n<svg xmlns='x'/>");
    write("other.png", PNG);
    write("judgemessage.txt", b"a text");
    write("judgeimage.html", b"<svg/>");
    let mut images = Images::default();
    images.read_folder(folder.path(), |stem| !stem.starts_with("other"));
    let found: Vec<_> =
        images.images.iter().map(|image| (&*image.name, image.media_type)).collect();
    let expected = [
        ("judgeimage-2.jpg", "image/jpeg"),
        ("judgeimage.png", "image/png"),
        ("teamimage.svg", "image/svg+xml"),
    ];
    assert_eq!(found, expected);
    assert_eq!(images.images[1].bytes, PNG);
    assert_eq!(images.notes, [""; 0]);
}

#[test]
fn what_only_claims_to_be_a_picture_is_noted() {
    for (name, bytes, note) in [
        ("a.png", &b"<svg/>"[..], "a.png is no PNG image and not shown"),
        ("a.jpeg", PNG, "a.jpeg is no JPEG image and not shown"),
        ("a.svg", b"<svg>\xff</svg>", "a.svg is no SVG image and not shown"),
        ("a.svg", b"<script/>", "a.svg is no SVG image and not shown"),
        ("a.png", b"", "a.png is no PNG image and not shown"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
        let mut images = Images::default();
        images.read_folder(folder.path(), |_| true);
        assert_eq!((images.images.len(), &images.notes[..]), (0, &[note.to_string()][..]));
    }
}

#[test]
fn size_and_number_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.png"), [PNG, &vec![0; MAX_BYTES as usize]].concat()).unwrap();
    for number in 0..9 {
        fs::write(folder.path().join(format!("b{number}.png")), PNG).unwrap();
    }
    fs::create_dir(folder.path().join("aa.png")).unwrap();
    let mut images = Images::default();
    images.read_folder(folder.path(), |_| true);
    assert_eq!(images.images.len(), MAX_IMAGES);
    assert_eq!(images.notes[0], "a.png is larger than 2 MiB and not shown");
    assert!(images.notes[1].starts_with("aa.png: "), "{:?}", images.notes);
    assert!(images.notes[2].starts_with("more than 4 images"), "{:?}", images.notes);
}

#[test]
fn links_are_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("secret"), PNG).unwrap();
    std::os::unix::fs::symlink(folder.path().join("secret"), folder.path().join("a.png")).unwrap();
    let mut images = Images::default();
    images.read_folder(folder.path(), |_| true);
    assert!(images.images.is_empty() && images.notes[0].contains("link"), "{images:?}");
}
