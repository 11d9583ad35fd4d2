use super::super::{Record, Reuse};
use super::*;

#[test]
fn a_command_without_its_end_was_interrupted() {
    let (state, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let command = |word: &str| RecordedRequest {
        folder: "/f".into(),
        request: [word, "b c"].as_slice().into(),
    };
    let begin = |word| Session::begin(state.path(), place.path(), command(word)).unwrap();
    let interrupted = || interrupted(state.path(), place.path());
    assert_eq!(interrupted().unwrap(), None);
    let record = Record::open(place.path(), Reuse::Unchanged).unwrap();
    let one = begin("one");
    assert!(interrupted().unwrap_err().message.contains("another run"));
    drop(record);
    assert_eq!(interrupted().unwrap(), Some(command("one")));
    let two = begin("two");
    // Ending an earlier session does not end the last one.
    one.end().unwrap();
    assert_eq!(interrupted().unwrap(), Some(command("two")));
    two.end().unwrap();
    assert_eq!(interrupted().unwrap(), None);
}

#[test]
fn nothing_is_taken_from_another_user_or_through_a_link() {
    let (state, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let command = RecordedRequest { folder: "/f".into(), request: "judge".into() };
    let session = Session::begin(state.path(), place.path(), command.clone()).unwrap();
    let _ = Record::open(place.path(), Reuse::Unchanged).unwrap();
    if std::os::unix::fs::chown(&session.path, Some(1), Some(1)).is_ok() {
        let fault = interrupted(state.path(), place.path()).unwrap_err();
        assert!(fault.message.contains("another user"), "{fault}");
        std::os::unix::fs::chown(&session.path, Some(0), Some(0)).unwrap();
    }
    assert_eq!(interrupted(state.path(), place.path()).unwrap(), Some(command));
    let elsewhere = state.path().join("elsewhere");
    fs::rename(&session.path, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &session.path).unwrap();
    assert!(interrupted(state.path(), place.path()).is_err());
}
