//! A reader of the little JSON that vectors are in: tests/vectors/README.md.

pub enum Json {
    Number(u64),
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn read(text: &str) -> Option<Json> {
        let mut rest = text;
        let value = value(&mut rest)?;
        rest.is_empty().then_some(value)
    }

    pub fn find(&self, name: &str) -> Option<&Json> {
        self.fields().iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    pub fn get(&self, name: &str) -> &Json {
        self.find(name).unwrap_or_else(|| panic!("there is no '{name}'"))
    }

    pub fn fields(&self) -> &[(String, Json)] {
        match self {
            Json::Object(fields) => fields,
            _ => panic!("it is no object"),
        }
    }

    pub fn items(&self) -> &[Json] {
        match self {
            Json::Array(items) => items,
            _ => panic!("it is no array"),
        }
    }

    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            _ => panic!("it is no string"),
        }
    }

    pub fn number(&self) -> u64 {
        match self {
            Json::Number(number) => *number,
            _ => panic!("it is no number"),
        }
    }

    /// The bytes of a string of hex.
    pub fn bytes(&self) -> Vec<u8> {
        let text = self.text();
        (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
    }
}

fn token(rest: &mut &str, wanted: char) -> Option<()> {
    *rest = rest.strip_prefix(wanted)?;
    Some(())
}

fn text(rest: &mut &str) -> Option<String> {
    token(rest, '"')?;
    let (said, behind) = rest.split_once('"')?;
    *rest = behind;
    Some(said.to_string())
}

fn listed<T>(rest: &mut &str, close: char, one: fn(&mut &str) -> Option<T>) -> Option<Vec<T>> {
    let mut items = Vec::new();
    while token(rest, close).is_none() {
        if !items.is_empty() {
            token(rest, ',')?;
        }
        items.push(one(rest)?);
    }
    Some(items)
}

fn member(rest: &mut &str) -> Option<(String, Json)> {
    let key = text(rest)?;
    token(rest, ':')?;
    Some((key, value(rest)?))
}

fn value(rest: &mut &str) -> Option<Json> {
    match rest.chars().next()? {
        '"' => Some(Json::Text(text(rest)?)),
        '[' => {
            token(rest, '[')?;
            Some(Json::Array(listed(rest, ']', value)?))
        }
        '{' => {
            token(rest, '{')?;
            Some(Json::Object(listed(rest, '}', member)?))
        }
        _ => {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let number = rest[..end].parse().ok()?;
            *rest = &rest[end..];
            Some(Json::Number(number))
        }
    }
}
