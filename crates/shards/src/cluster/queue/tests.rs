use super::*;

fn jobs() -> Jobs {
    Jobs { arrays: vec![12], merges: vec![13] }
}

#[test]
fn lines_of_the_queue_are_read() {
    let text = "12|1|RUNNING|None\n12|2|COMPLETING|None\n12|7|PENDING|launch failed requeued held\n\
        13|N/A|PENDING|Dependency\n14|3|RUNNING|None\nsqueue: hello\n";
    let queue = Queue::read(text, &jobs());
    assert_eq!(queue.running, [1, 2].into());
    assert_eq!(queue.waiting, [(7, "launch failed requeued held".to_string())].into());
    assert!(queue.merges && queue.has(7) && queue.has(1) && !queue.has(3) && !queue.is_empty());
    assert!(Queue::read("14|3|RUNNING|None\n", &jobs()).is_empty());
}

#[test]
fn a_run_is_followed_until_no_job_is_left() {
    let queue = |text: &str| Ok(Queue::read(text, &jobs()));
    let all = [
        (vec![], queue("12|1|RUNNING|None\n12|2|PENDING|Priority\n13|N/A|PENDING|Dependency\n")),
        (vec![], Err("no controller".to_string())),
        (vec![], Err("no controller".to_string())),
        (vec![1], queue("12|2|PENDING|JobHeldUser\n12|3|PENDING|JobHeldUser\n")),
        (vec![1], queue("12|2|PENDING|JobHeldUser\n12|3|RUNNING|None\n")),
        (vec![1, 2, 3], queue("13|N/A|RUNNING|None\n")),
        (vec![1, 2, 3], queue("")),
    ];
    let mut moments = all.into_iter();
    let look = || {
        let (done, queue) = moments.next().unwrap();
        (done.into_iter().collect(), queue)
    };
    let (mut paused, mut news) = (Vec::new(), Vec::new());
    follow(look, |time| paused.push(time), |one| news.push(one));
    let held = || "JobHeldUser".to_string();
    assert_eq!(
        news,
        [
            News::Begins(1),
            News::Silent("no controller".into()),
            News::Ends(1),
            News::Held(vec![2, 3], held()),
            News::Done(1),
            News::Begins(3),
            News::Ends(3),
            News::Done(2),
            News::Done(3),
        ]
    );
    assert_eq!(paused.len(), 6);
    assert!(paused.is_sorted() && paused[0] == SOON && paused.iter().all(|&time| time <= SELDOM));
}
