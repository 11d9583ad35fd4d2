//! The style of roles in images: a style sheet for light and dark pages, and patterns, dashes and
//! letters, so that colour is never the only distinction.

use referee_checker::drawing::Role;

/// Returns the class of a role in the style sheet.
pub(super) fn class(role: Role) -> &'static str {
    match role {
        Role::Board => "board",
        Role::Reached => "reached",
        Role::Safe => "safe",
        Role::First => "first",
        Role::Second => "second",
        Role::Claimed => "claimed",
        Role::Missing => "missing",
        Role::Right => "right",
        Role::Move => "move",
        Role::Cold => "cold",
        Role::Hot => "hot",
    }
}

/// The patterns of cells, which distinguish them without colours.
pub(super) const PATTERNS: &str = r#"<defs>
<pattern id="reached" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="ground reached" d="M0 0h6v6h-6z"/><path class="ink reached" d="M0 0v6"/></pattern>
<pattern id="cold" width="6" height="6" patternUnits="userSpaceOnUse"><path class="ground cold" d="M0 0h6v6h-6z"/><circle class="dot cold" cx="3" cy="3" r="1.3"/></pattern>
<pattern id="claimed" width="6" height="6" patternUnits="userSpaceOnUse"><path class="ground claimed" d="M0 0h6v6h-6z"/><path class="ink claimed" d="M0 3h6"/></pattern>
</defs>
"#;

/// The style sheet. Its rules apply only within elements of class `drawing`, so that a drawing can
/// be part of an HTML page. A role's colour is set by the property `color`, which also works in
/// viewers that support neither variables nor media queries.
pub(super) const STYLE: &str = "
.drawing{font:13px system-ui,'Segoe UI',Helvetica,Arial,sans-serif}
.drawing .title{font-size:18px;font-weight:600}
.drawing .heading{font-weight:600}
.drawing .label{font-size:12px}
.drawing .lines,.drawing .frame,.drawing .cells,.drawing .shades,.drawing .ring,.drawing .arrow,.drawing .cross{fill:none}
.drawing .cells,.drawing .shades,.drawing .ring,.drawing .arrow,.drawing .cross{stroke:currentColor}
.drawing .bars,.drawing .mark,.drawing .head{fill:currentColor}
.drawing .mark{stroke-width:1.5}
.drawing .letters{font-weight:600}
.drawing .letters.board{font-weight:400}
.drawing .ring{stroke-width:3}
.drawing .ring.claimed{stroke-dasharray:6 2}
.drawing .arrow{stroke-width:2;stroke-linecap:round}
.drawing .arrow.move{stroke-width:1}
.drawing .arrow.second{stroke-dasharray:7 4}
.drawing .arrow.claimed{stroke-dasharray:9 4 1 4}
.drawing .arrow.missing{stroke-dasharray:1 5}
.drawing .arrow.right{stroke-width:3}
.drawing .halo{fill:none;stroke-width:6}
.drawing .cross{stroke-width:2.5}
.drawing .cells.reached{stroke:url(#reached)}
.drawing .cells.cold{stroke:url(#cold)}
.drawing .cells.claimed{stroke:url(#claimed)}
.drawing .ink{stroke:currentColor}
.drawing .ink.reached{stroke-width:1.5;stroke-opacity:.55}
.drawing .dot{fill:currentColor}
.drawing .page,.drawing .mark.board,.drawing .letters{fill:#fff}
.drawing .mark,.drawing .halo{stroke:#fff}
.drawing text,.drawing .letters.board{fill:#1f2328}
.drawing .letters{fill:#fff}
.drawing .label{fill:#59636e}
.drawing .mark.board{stroke:#818b98}
.drawing .lines,.drawing .frame{stroke:#d1d9e0}
.drawing .cells.board{stroke:#f6f8fa}
.drawing .cells.safe{stroke:#dafbe1}
.drawing .cells.hot{stroke:#fff1e0}
.drawing .ground.reached{fill:#ffe2c8}
.drawing .ground.cold{fill:#cfe6ff}
.drawing .ground.claimed{fill:#ece0ff}
.drawing .board,.drawing .move{color:#59636e}
.drawing .first,.drawing .cold{color:#0969da}
.drawing .second,.drawing .reached,.drawing .hot{color:#bc4c00}
.drawing .claimed{color:#8250df}
.drawing .missing{color:#cf222e}
.drawing .right,.drawing .safe{color:#1a7f37}
@media (prefers-color-scheme:dark){
.drawing .page,.drawing .mark.board,.drawing .letters{fill:#0d1117}
.drawing .mark,.drawing .halo{stroke:#0d1117}
.drawing text,.drawing .letters.board{fill:#f0f6fc}
.drawing .letters{fill:#0d1117}
.drawing .label{fill:#9198a1}
.drawing .mark.board{stroke:#656c76}
.drawing .lines,.drawing .frame{stroke:#3d444d}
.drawing .cells.board{stroke:#151b23}
.drawing .cells.safe{stroke:#12391f}
.drawing .cells.hot{stroke:#33230f}
.drawing .ground.reached{fill:#4a2c12}
.drawing .ground.cold{fill:#10315c}
.drawing .ground.claimed{fill:#352354}
.drawing .board,.drawing .move{color:#9198a1}
.drawing .first,.drawing .cold{color:#58a6ff}
.drawing .second,.drawing .reached,.drawing .hot{color:#f0883e}
.drawing .claimed{color:#bc8cff}
.drawing .missing{color:#ff7b72}
.drawing .right,.drawing .safe{color:#3fb950}
}
";
