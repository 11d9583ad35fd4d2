//! The types of the page's data for its script: `script/data.d.ts`, generated from the serialized
//! types, so that reading a field that the page does not have is a type error.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::case_view::CaseView;
use super::refusal::Detail;
use super::run_block::RunBlock;

const HEAD: &str = "\
// The data of a page, as the Rust types are serialized that describe each field.
// Written by `UPDATE_DOCS=1 cargo test -p referee-page data_types`.
";

fn declarations() -> String {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    generator.subschema_for::<RunBlock>();
    generator.subschema_for::<CaseView>();
    generator.subschema_for::<Detail>();
    let mut text = String::from(HEAD);
    for (name, schema) in generator.take_definitions(true) {
        let of = match fields(&schema) {
            Some(fields) => format!("{{\n    {};\n}}", fields.join(";\n    ")),
            None => type_of(&schema).replace(" | ", "\n    | "),
        };
        let _ = write!(text, "\ntype {name} = {of};\n");
    }
    text
}

/// Returns the fields, if the type is an object.
fn fields(schema: &Value) -> Option<Vec<String>> {
    let fields = schema["properties"].as_object()?;
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let field = |(name, schema): (&String, &Value)| {
        let of = type_of(schema);
        if required.iter().any(|field| field == name) {
            format!("{name}: {of}")
        } else {
            // Fields that are skipped if they are none are never null.
            format!("{name}?: {}", of.trim_end_matches(" | null"))
        }
    };
    Some(fields.iter().map(field).collect())
}

fn type_of(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().into();
    }
    if let Some(fields) = fields(schema) {
        return format!("{{ {} }}", fields.join("; "));
    }
    if !schema["const"].is_null() {
        return schema["const"].to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return list(values, Value::to_string, " | ");
    }
    if let Some(types) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        return list(types, type_of, " | ");
    }
    match &schema["type"] {
        // Any value.
        Value::Null => "unknown".into(),
        Value::Array(types) => {
            let one = |name: &Value| {
                let mut one = schema.clone();
                one["type"] = name.clone();
                type_of(&one)
            };
            list(types, one, " | ")
        }
        Value::String(name) if name == "array" => match schema["prefixItems"].as_array() {
            Some(items) => format!("[{}]", list(items, type_of, ", ")),
            None => format!("Array<{}>", type_of(&schema["items"])),
        },
        Value::String(name) if name == "object" => {
            format!("Record<string, {}>", type_of(&schema["additionalProperties"]))
        }
        Value::String(name) if name == "integer" => "number".into(),
        Value::String(name) => name.clone(),
        _ => panic!("no type for {schema}"),
    }
}

fn list(types: &[Value], name: impl Fn(&Value) -> String, between: &str) -> String {
    types.iter().map(name).collect::<Vec<_>>().join(between)
}

#[test]
fn the_script_is_checked_against_the_types_of_the_data() {
    let declarations = declarations();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/script/data.d.ts");
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&file, &declarations).unwrap();
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    let hint = "data.d.ts is stale; run UPDATE_DOCS=1 cargo test -p referee-page data_types";
    assert!(committed == declarations, "{hint}");
}
