//! A validator for the keywords of JSON Schema that docs/events.schema.json uses. It rejects a
//! schema with any other keyword, so that nothing in the schema goes unchecked.

use serde_json::Value;

/// A parsed schema.
pub(crate) struct JsonSchema {
    root: Rules,
    definitions: Vec<(String, Rules)>,
}

/// The constraints on a value.
type Rules = Vec<Rule>;

/// A keyword and its argument.
enum Rule {
    /// `type`: one of these.
    Type(Vec<String>),
    Const(Value),
    Minimum(f64),
    Required(Vec<String>),
    Properties(Vec<(String, Rules)>),
    /// `additionalProperties: false`: no properties other than these.
    NoOthers(Vec<String>),
    Items(Rules),
    /// `$ref`: the name of a definition.
    Reference(String),
    AnyOf(Vec<Rules>),
    OneOf(Vec<Rules>),
}

impl JsonSchema {
    /// Parses a schema. An error names the unsupported keyword or argument.
    pub(crate) fn new(schema: &Value) -> Result<JsonSchema, String> {
        let none = Value::Object(Default::default());
        let definitions = named_rules(schema.get("$defs").unwrap_or(&none))?;
        let read = JsonSchema { root: rules(schema)?, definitions };
        Ok(read)
    }

    /// Returns what is wrong with a value, and where; empty if it is valid.
    pub(crate) fn errors(&self, value: &Value) -> Vec<String> {
        self.errors_at("", value, &self.root)
    }

    fn errors_at(&self, at: &str, value: &Value, rules: &[Rule]) -> Vec<String> {
        rules.iter().flat_map(|rule| self.errors_of(at, value, rule)).collect()
    }

    /// Only `type` constrains values of every type; the other keywords accept values of other
    /// types.
    fn errors_of(&self, at: &str, value: &Value, rule: &Rule) -> Vec<String> {
        let error_unless = |is_valid: bool, expected: String| {
            if is_valid { Vec::new() } else { vec![format!("{at}: {value} is not {expected}")] }
        };
        let matches = |alternatives: &[Rules]| {
            let valid =
                alternatives.iter().filter(|rules| self.errors_at(at, value, rules).is_empty());
            valid.count()
        };
        let has = |name: &String| value.get(name).is_some();
        match rule {
            Rule::Type(types) => {
                error_unless(types.iter().any(|name| is_of_type(value, name)), types.join(" or "))
            }
            Rule::Const(expected) => error_unless(value == expected, expected.to_string()),
            Rule::Minimum(least) => {
                let is_less = value.as_f64().is_some_and(|number| number < *least);
                error_unless(!is_less, format!("at least {least}"))
            }
            Rule::Required(names) => {
                let missing = names.iter().find(|name| value.is_object() && !has(name));
                let expected =
                    missing.map_or(String::new(), |name| format!("an object with {name}"));
                error_unless(missing.is_none(), expected)
            }
            Rule::Properties(properties) => {
                let given = properties.iter().filter_map(|(name, rules)| {
                    value
                        .get(name)
                        .map(|inner| self.errors_at(&format!("{at}/{name}"), inner, rules))
                });
                given.flatten().collect()
            }
            Rule::NoOthers(known) => {
                let mut names = value.as_object().into_iter().flat_map(|object| object.keys());
                error_unless(names.all(|name| known.contains(name)), format!("of {known:?} only"))
            }
            Rule::Items(rules) => {
                let items = value.as_array().into_iter().flatten().enumerate();
                let errors = |(index, item)| self.errors_at(&format!("{at}/{index}"), item, rules);
                items.flat_map(errors).collect()
            }
            Rule::Reference(name) => {
                let definition = self.definitions.iter().find(|(defined, _)| defined == name);
                match definition {
                    Some((_, rules)) => self.errors_at(at, value, rules),
                    None => vec![format!("{at}: the schema defines no {name}")],
                }
            }
            Rule::AnyOf(alternatives) => {
                error_unless(matches(alternatives) > 0, "valid by any alternative".to_string())
            }
            Rule::OneOf(alternatives) => {
                error_unless(matches(alternatives) == 1, "valid by one alternative".to_string())
            }
        }
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => unreachable!("other types are refused when the schema is read"),
    }
}

const TYPES: [&str; 7] = ["null", "boolean", "string", "array", "object", "number", "integer"];

/// Parses a schema without its definitions.
fn rules(schema: &Value) -> Result<Rules, String> {
    let keywords = schema.as_object().ok_or(format!("{schema} is no schema"))?;
    let mut rules = Vec::new();
    for (keyword, argument) in keywords {
        let not_understood = || format!("{keyword}: {argument} is not understood");
        let rule = match &**keyword {
            // These do not affect validity. A format such as `uint32` is a width; `minimum` states
            // that it is unsigned.
            "$schema" | "$defs" | "title" | "description" | "format" => continue,
            "type" => {
                let types = match argument {
                    Value::String(name) => vec![name.clone()],
                    several => texts(several).ok_or_else(not_understood)?,
                };
                if !types.iter().all(|name| TYPES.contains(&&**name)) {
                    return Err(not_understood());
                }
                Rule::Type(types)
            }
            "const" => Rule::Const(argument.clone()),
            "minimum" => Rule::Minimum(argument.as_f64().ok_or_else(not_understood)?),
            "required" => Rule::Required(texts(argument).ok_or_else(not_understood)?),
            "properties" => Rule::Properties(named_rules(argument)?),
            "additionalProperties" if argument == false => {
                let known = keywords.get("properties").and_then(Value::as_object);
                Rule::NoOthers(known.into_iter().flat_map(|known| known.keys().cloned()).collect())
            }
            "items" => Rule::Items(self::rules(argument)?),
            "$ref" => {
                let name = argument.as_str().and_then(|path| path.strip_prefix("#/$defs/"));
                Rule::Reference(name.ok_or_else(not_understood)?.to_string())
            }
            "anyOf" => Rule::AnyOf(alternatives(argument)?),
            "oneOf" => Rule::OneOf(alternatives(argument)?),
            _ => return Err(not_understood()),
        };
        rules.push(rule);
    }
    Ok(rules)
}

fn named_rules(schemas: &Value) -> Result<Vec<(String, Rules)>, String> {
    let schemas = schemas.as_object().ok_or(format!("{schemas} is no object of schemas"))?;
    schemas.iter().map(|(name, schema)| Ok((name.clone(), rules(schema)?))).collect()
}

fn alternatives(schemas: &Value) -> Result<Vec<Rules>, String> {
    let schemas = schemas.as_array().ok_or(format!("{schemas} is no list of schemas"))?;
    schemas.iter().map(rules).collect()
}

fn texts(values: &Value) -> Option<Vec<String>> {
    values.as_array()?.iter().map(|value| value.as_str().map(str::to_string)).collect()
}

#[test]
fn each_keyword_refuses_what_it_is_about_and_nothing_else() {
    use serde_json::json;
    let definitions = json!({"even": {"const": 2}});
    for (schema, valid, invalid) in [
        (json!({"type": "integer"}), json!([1, -1, 2.0]), json!([1.5, "1", null])),
        (json!({"type": "number"}), json!([1, 1.5]), json!(["1", [1]])),
        (json!({"type": ["string", "null"]}), json!(["", null]), json!([false, {}])),
        (json!({"type": "boolean"}), json!([true]), json!([0])),
        (json!({"type": "array"}), json!([[]]), json!([{}])),
        (json!({"type": "object"}), json!([{}]), json!([[]])),
        (json!({"const": "AC"}), json!(["AC"]), json!(["WA", null])),
        (json!({"minimum": 0}), json!([0, 1, 0.5, "-1"]), json!([-1, -0.5])),
        (json!({"required": ["a"]}), json!([{"a": null}, []]), json!([{}, {"b": 1}])),
        (
            json!({"properties": {"a": {"type": "null"}}}),
            json!([{}, {"a": null}, {"b": 1}, 1]),
            json!([{"a": 1}]),
        ),
        (
            json!({"properties": {"a": {}}, "additionalProperties": false}),
            json!([{}, {"a": 1}, 1]),
            json!([{"b": 1}, {"a": 1, "b": 1}]),
        ),
        (json!({"items": {"const": 1}}), json!([[], [1, 1], 2]), json!([[2], [1, 2]])),
        (json!({"$ref": "#/$defs/even"}), json!([2]), json!([1])),
        (json!({"$ref": "#/$defs/odd"}), json!([]), json!([1])),
        (json!({"anyOf": [{"type": "number"}, {"const": 2}]}), json!([1, 2]), json!(["1"])),
        (json!({"oneOf": [{"type": "number"}, {"const": 2}]}), json!([1]), json!([2, "1"])),
        (json!({"title": "t", "description": "d", "format": "uint"}), json!([1, "x"]), json!([])),
    ] {
        let mut schema = schema;
        schema["$defs"] = definitions.clone();
        let read = JsonSchema::new(&schema).unwrap();
        for value in valid.as_array().unwrap() {
            assert_eq!(read.errors(value), [""; 0], "{schema}");
        }
        for value in invalid.as_array().unwrap() {
            assert_eq!(read.errors(value).len(), 1, "{schema} of {value}");
        }
    }
}

#[test]
fn a_schema_with_an_unknown_keyword_is_refused_wherever_that_stands() {
    use serde_json::json;
    let unknown = json!({"maximum": 3});
    for schema in [
        unknown.clone(),
        json!({"$defs": {"a": unknown}}),
        json!({"properties": {"a": unknown}}),
        json!({"items": {"items": unknown}}),
        json!({"anyOf": [{}, unknown]}),
        json!({"oneOf": [unknown]}),
    ] {
        let error = JsonSchema::new(&schema).err();
        assert_eq!(error.as_deref(), Some("maximum: 3 is not understood"), "{schema}");
    }
    for schema in [
        json!({"type": "text"}),
        json!({"type": 1}),
        json!({"minimum": "0"}),
        json!({"required": "a"}),
        json!({"additionalProperties": {}}),
        json!({"items": true}),
        json!({"$ref": "https://example.org"}),
        json!({"anyOf": {}}),
        json!({"properties": []}),
        json!(1),
    ] {
        assert!(JsonSchema::new(&schema).is_err(), "{schema}");
    }
}
