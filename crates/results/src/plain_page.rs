//! The frame of a page to look at without a script, which loads and sends nothing.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use referee_display::PAGE_STYLE;

/// Nothing is loaded and nothing is sent, whatever stands in the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Returns a page of a class, with what its style has besides the common one.
pub(crate) fn plain_page(title: &str, (class, style): (&str, &str), content: Markup) -> String {
    let page = html! {
        (DOCTYPE)
        (PreEscaped("<html lang=\"en\">\n"))
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(POLICY);
            meta name="viewport" content="width=device-width, initial-scale=1";
            title { (title) " - referee" }
            style { (PreEscaped(PAGE_STYLE)) (PreEscaped(style)) }
        }
        body class=(class) { (content) }
        (PreEscaped("\n</html>\n"))
    };
    page.into_string()
}
