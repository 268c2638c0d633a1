//! Python's `marshal` format, version 2, for plain data: what the engine and the worker say to each other.
//!
//! The worker reads and writes it with the interpreter's own C code, which needs no import and no time; every
//! CPython from 3.8 on reads version 2 (documented for `marshal.dumps`; the type codes are those of CPython's
//! `Python/marshal.c`). Bytes from the worker are hostile: depth and size are bounded, and nothing is trusted.

use base64::Engine as _;
use serde_json::{Map, Number, Value};
use std::collections::BTreeMap;

/// Why bytes are not plain data in this format.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum MarshalError {
    #[error("the data end early")]
    Short,
    #[error("the type code {0:#x} is not one of plain data")]
    Type(u8),
    #[error("the data are nested too deeply")]
    Deep,
    #[error("{0} bytes follow the data")]
    Rest(usize),
}

const MOST_DEPTH: usize = 64;

/// Writes a value. Numbers outside of Python's marshalled `int` (32 bits) go as its long form.
pub fn dumps(value: &Value) -> Vec<u8> {
    let mut out = Vec::with_capacity(256);
    write(value, &mut out);
    out
}

/// Writes the dictionary that a worker starts from: `{"nonce": bytes, "parts": {name: bytes}, "start": [name]}`.
pub fn boot(nonce: &[u8], parts: &BTreeMap<String, Vec<u8>>, start: &[&str]) -> Vec<u8> {
    let mut out = Vec::with_capacity(parts.values().map(Vec::len).sum::<usize>() + 1024);
    out.push(b'{');
    write_sized(b'u', b"nonce", &mut out);
    write_sized(b's', nonce, &mut out);
    write_sized(b'u', b"parts", &mut out);
    out.push(b'{');
    for (name, code) in parts {
        write_sized(b'u', name.as_bytes(), &mut out);
        write_sized(b's', code, &mut out);
    }
    out.push(b'0');
    write_sized(b'u', b"start", &mut out);
    write(&Value::from(start), &mut out);
    out.push(b'0');
    out
}

fn write(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Null => out.push(b'N'),
        Value::Bool(true) => out.push(b'T'),
        Value::Bool(false) => out.push(b'F'),
        Value::Number(number) => write_number(number, out),
        Value::String(text) => write_sized(b'u', text.as_bytes(), out),
        Value::Array(items) => {
            out.push(b'[');
            out.extend((items.len() as u32).to_le_bytes());
            for item in items {
                write(item, out);
            }
        }
        Value::Object(entries) => {
            out.push(b'{');
            for (key, item) in entries {
                write_sized(b'u', key.as_bytes(), out);
                write(item, out);
            }
            out.push(b'0');
        }
    }
}

fn write_sized(code: u8, bytes: &[u8], out: &mut Vec<u8>) {
    out.push(code);
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
}

fn write_number(number: &Number, out: &mut Vec<u8>) {
    if let Some(small) = number.as_i64().and_then(|n| i32::try_from(n).ok()) {
        out.push(b'i');
        out.extend(small.to_le_bytes());
    } else if let Some(whole) = number.as_i64().map(i128::from).or(number.as_u64().map(i128::from)) {
        // 'l': a signed count of 15-bit digits, then the digits, least first.
        let mut rest = whole.unsigned_abs();
        let mut digits = Vec::new();
        while rest > 0 {
            digits.push((rest & 0x7fff) as u16);
            rest >>= 15;
        }
        let count = digits.len() as i32;
        out.push(b'l');
        out.extend((if whole < 0 { -count } else { count }).to_le_bytes());
        for digit in digits {
            out.extend(digit.to_le_bytes());
        }
    } else {
        out.push(b'g');
        out.extend(number.as_f64().unwrap_or(0.0).to_le_bytes());
    }
}

/// Reads a value. Bytes become base64 text, tuples lists, keys that are no text their text; a float that JSON
/// has no number for becomes its text.
pub fn loads(bytes: &[u8]) -> Result<Value, MarshalError> {
    let mut reader = Reader { bytes };
    let value = reader.value(0)?.ok_or(MarshalError::Type(b'0'))?;
    if reader.bytes.is_empty() { Ok(value) } else { Err(MarshalError::Rest(reader.bytes.len())) }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], MarshalError> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or(MarshalError::Short)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], MarshalError> {
        self.take(N)?.try_into().map_err(|_| MarshalError::Short)
    }

    fn size(&mut self) -> Result<usize, MarshalError> {
        Ok(u32::from_le_bytes(self.array()?) as usize)
    }

    /// A value; None for the mark that ends a dictionary.
    fn value(&mut self, depth: usize) -> Result<Option<Value>, MarshalError> {
        if depth > MOST_DEPTH {
            return Err(MarshalError::Deep);
        }
        // The high bit marks values that later ones may refer to; version 2 has no references to them.
        let [code] = self.array()?;
        Ok(Some(match code & 0x7f {
            b'0' => return Ok(None),
            b'N' => Value::Null,
            b'T' => Value::Bool(true),
            b'F' => Value::Bool(false),
            b'i' => i32::from_le_bytes(self.array()?).into(),
            b'l' => self.long()?,
            b'g' => float(f64::from_le_bytes(self.array()?)),
            b'u' | b't' | b'a' | b'A' => {
                let size = self.size()?;
                text(self.take(size)?)
            }
            b'z' | b'Z' => {
                let [size] = self.array()?;
                text(self.take(size.into())?)
            }
            b's' => {
                let size = self.size()?;
                Value::String(base64::engine::general_purpose::STANDARD.encode(self.take(size)?))
            }
            b'(' | b'[' => {
                let count = self.size()?;
                self.list(count, depth)?
            }
            b')' => {
                let [count] = self.array()?;
                self.list(count.into(), depth)?
            }
            b'{' => self.dict(depth)?,
            other => return Err(MarshalError::Type(other)),
        }))
    }

    fn list(&mut self, count: usize, depth: usize) -> Result<Value, MarshalError> {
        // Each item takes a byte at least, so a lying count can't reserve more than was sent.
        let mut items = Vec::with_capacity(count.min(self.bytes.len()));
        for _ in 0..count {
            items.push(self.value(depth + 1)?.ok_or(MarshalError::Type(b'0'))?);
        }
        Ok(Value::Array(items))
    }

    fn dict(&mut self, depth: usize) -> Result<Value, MarshalError> {
        let mut entries = Map::new();
        while let Some(key) = self.value(depth + 1)? {
            let value = self.value(depth + 1)?.ok_or(MarshalError::Type(b'0'))?;
            let key = match key {
                Value::String(text) => text,
                other => other.to_string(),
            };
            entries.insert(key, value);
        }
        Ok(Value::Object(entries))
    }

    fn long(&mut self) -> Result<Value, MarshalError> {
        let count = i32::from_le_bytes(self.array()?);
        let digits = self.take(count.unsigned_abs() as usize * 2)?;
        let mut whole: i128 = 0;
        if digits.len() > 16 {
            // More than 120 bits: JSON has no such number; its size is what matters.
            return Ok(float(if count < 0 { f64::NEG_INFINITY } else { f64::INFINITY }));
        }
        for (place, digit) in digits.chunks_exact(2).enumerate() {
            whole |= i128::from(u16::from_le_bytes([digit[0], digit[1]]) & 0x7fff) << (15 * place);
        }
        if count < 0 {
            whole = -whole;
        }
        Ok(i64::try_from(whole)
            .map(Value::from)
            .or_else(|_| u64::try_from(whole).map(Value::from))
            .unwrap_or_else(|_| float(whole as f64)))
    }
}

fn text(bytes: &[u8]) -> Value {
    Value::String(String::from_utf8_lossy(bytes).into_owned())
}

fn float(number: f64) -> Value {
    Number::from_f64(number).map_or_else(|| Value::String(number.to_string()), Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn what_cpython_writes_is_read() {
        // marshal.dumps({"a": [1, -2, 1 << 40, -(1 << 40), 1.5, True, None, "é", b"\x00\xff", (1,)]}, 2)
        let bytes = b"{u\x01\x00\x00\x00a[\x0a\x00\x00\x00i\x01\x00\x00\x00i\xfe\xff\xff\xffl\x03\x00\x00\x00\x00\x00\x00\x00\x00\x04\
            l\xfd\xff\xff\xff\x00\x00\x00\x00\x00\x04g\x00\x00\x00\x00\x00\x00\xf8?TNu\x02\x00\x00\x00\xc3\xa9s\x02\x00\x00\x00\x00\xff\
            (\x01\x00\x00\x00i\x01\x00\x00\x000";
        assert_eq!(
            loads(bytes).unwrap(),
            json!({"a": [1, -2, 1_i64 << 40, -(1_i64 << 40), 1.5, true, null, "é", "AP8=", [1]]})
        );
    }

    #[test]
    fn hostile_data_are_errors() {
        assert_eq!(loads(b""), Err(MarshalError::Short));
        assert_eq!(loads(b"[\xff\xff\xff\x7fN"), Err(MarshalError::Short));
        assert_eq!(loads(b"c"), Err(MarshalError::Type(b'c')));
        assert_eq!(loads(b"NN"), Err(MarshalError::Rest(1)));
        let deep: Vec<u8> = b"[\x01\x00\x00\x00".repeat(10_000);
        assert_eq!(loads(&deep), Err(MarshalError::Deep));
    }

    fn plain() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            (-1e300..1e300).prop_map(Value::from),
            ".*".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 64, 8, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
                prop::collection::vec((".*", inner), 0..8).prop_map(|entries| entries.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(value in plain()) {
            prop_assert_eq!(loads(&dumps(&value)).unwrap(), value);
        }

        #[test]
        fn no_bytes_can_panic_it(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let _ = loads(&bytes);
        }
    }
}
