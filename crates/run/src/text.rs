//! Values that are serialized as the text that people write for them.

use std::fmt::Display;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::report_target::ReportTarget;
use referee_course::ColumnNames;
use referee_course::late::LateRule;
use referee_intake::hand_in::Template;
use referee_intake::hand_in::timestamp::Timestamp;
use referee_programs::FilePattern;
use referee_report::ReportKind;
use referee_shards::RequestedShard;

/// A value with a text of its own.
pub(crate) trait Text: Display + Sized {
    /// Parses the text that [`Display`] writes.
    fn read(text: &str) -> Result<Self, String>;
}

macro_rules! texts {
    ($($type:ty: $read:expr,)*) => {
        $(impl Text for $type {
            fn read(text: &str) -> Result<Self, String> {
                $read(text)
            }
        })*
    };
}

texts! {
    RequestedShard: str::parse,
    ColumnNames: ColumnNames::parse,
    FilePattern: FilePattern::parse,
    LateRule: LateRule::parse,
    Timestamp: |text| Timestamp::parse(text).map_err(|error| error.to_string()),
    Template: Template::parse,
}

pub(crate) fn serialize<T: Text, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.as_ref().map(T::to_string).serialize(serializer)
}

pub(crate) fn deserialize<'de, T: Text, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| T::read(&text)).transpose().map_err(de::Error::custom)
}

/// Reports, each as the name of its kind and its file.
pub(crate) mod reports {
    use std::path::PathBuf;

    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        reports: &[ReportTarget],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let pairs = reports.iter().map(|to| (to.kind.name(), &to.file));
        pairs.collect::<Vec<_>>().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<ReportTarget>, D::Error> {
        let pairs = Vec::<(String, Option<PathBuf>)>::deserialize(deserializer)?;
        let report = |(name, file): (String, _)| {
            let kind = ReportTarget::parse(&name, &ReportKind::NAMES)?.kind;
            Ok(ReportTarget { kind, file })
        };
        pairs.into_iter().map(report).collect::<Result<_, String>>().map_err(de::Error::custom)
    }
}
