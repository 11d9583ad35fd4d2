//! What all web pages have in common: how they look, and that nothing in them is loaded or sent.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheet of all pages.
pub const PAGE_STYLE: &str = include_str!("page.css");

/// Nothing is loaded, sent or run, whatever stands in the page.
pub const NO_SCRIPT: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Returns the head of a page under a policy, with what its style has besides the common one.
pub fn page_head(title: &str, policy: &str, style: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(policy);
            meta name="viewport" content="width=device-width, initial-scale=1";
            title { (title) }
            style { (PreEscaped(PAGE_STYLE)) (PreEscaped(style)) }
        }
    }
}

/// Returns a page of a class that has no script, with what its style has besides the common one.
pub fn plain_page(title: &str, class: &str, style: &str, content: Markup) -> String {
    let page = html! {
        (DOCTYPE)
        (PreEscaped("<html lang=\"en\">\n"))
        (page_head(&format!("{title} - referee"), NO_SCRIPT, style))
        body class=(class) { (content) }
        (PreEscaped("\n</html>\n"))
    };
    page.into_string()
}
