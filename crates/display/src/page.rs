//! The common parts of all web pages: their style, and a policy against loading or sending
//! anything.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheet of all pages.
pub const PAGE_STYLE: &str = include_str!("page.css");

/// The policy that nothing is loaded, sent or run, whatever the page contains.
pub const NO_SCRIPT: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Returns the head of a page with a policy; `style` is added to the common style.
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

/// Returns a page without a script; `style` is added to the common style.
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
