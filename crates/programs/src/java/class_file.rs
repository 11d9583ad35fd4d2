//! Reads from a compiled Java class its name, and whether `java` can start it.
//!
//! This is the format of chapter 4 of the Java Virtual Machine Specification, as far as it leads to the methods of a class. The compiler
//! ran next to code of the submission, so a class file may contain anything: each read is checked against the end, and nothing is allocated
//! but a table of constants, of which there are at most 65,534.

/// The first four bytes of a class file.
const MAGIC: u32 = 0xCAFE_BABE;

/// The flags `public` and `static` of a method.
const PUBLIC_STATIC: u16 = 0x0009;

/// The flag `module` of a class file, which then is no class. An interface, however, may have a `main`.
const MODULE: u16 = 0x8000;

/// The facts read from a class file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassFile {
    /// Its full name with `/` between packages and the class, such as `org/example/Main`.
    pub name: String,
    /// Whether it has `public static void main(String[])`.
    pub has_main: bool,
}

/// Reads a class file; returns none for anything that is not one, or is truncated.
pub fn parse(bytes: &[u8]) -> Option<ClassFile> {
    let mut reader = ByteReader { rest: bytes };
    if reader.u32()? != MAGIC {
        return None;
    }
    reader.skip(4)?; // the version
    let constants = ConstantPool::read(&mut reader)?;
    if reader.u16()? & MODULE != 0 {
        return None;
    }
    let name = String::from_utf8(constants.class_name(reader.u16()?)?.to_vec()).ok()?;
    reader.skip(2)?; // the class above it
    let interfaces = reader.u16()?;
    reader.skip(2 * usize::from(interfaces))?;
    reader.members(|_, _, _| ())?; // fields
    let mut has_main = false;
    reader.members(|flags, name, descriptor| {
        has_main |= flags & PUBLIC_STATIC == PUBLIC_STATIC
            && constants.text(name) == Some(b"main")
            && constants.text(descriptor) == Some(b"([Ljava/lang/String;)V");
    })?;
    Some(ClassFile { name, has_main })
}

/// A constant, as far as names need it.
#[derive(Clone, Copy)]
enum Constant<'a> {
    Text(&'a [u8]),
    /// A class, by the index of its name.
    Class(u16),
    Other,
}

struct ConstantPool<'a>(Vec<Constant<'a>>);

impl<'a> ConstantPool<'a> {
    fn read(reader: &mut ByteReader<'a>) -> Option<ConstantPool<'a>> {
        let count = usize::from(reader.u16()?);
        // There is no constant at 0, and none after one that takes two entries.
        let mut constants = vec![Constant::Other];
        while constants.len() < count {
            let constant = match reader.u8()? {
                1 => {
                    let length = reader.u16()?;
                    Constant::Text(reader.take(usize::from(length))?)
                }
                7 => Constant::Class(reader.u16()?),
                5 | 6 => {
                    reader.skip(8)?;
                    constants.push(Constant::Other);
                    Constant::Other
                }
                tag => {
                    reader.skip(match tag {
                        8 | 16 | 19 | 20 => 2,
                        15 => 3,
                        3 | 4 | 9..=12 | 17 | 18 => 4,
                        _ => return None,
                    })?;
                    Constant::Other
                }
            };
            constants.push(constant);
        }
        Some(ConstantPool(constants))
    }

    fn text(&self, at: u16) -> Option<&'a [u8]> {
        match self.0.get(usize::from(at))? {
            Constant::Text(text) => Some(text),
            _ => None,
        }
    }

    fn class_name(&self, at: u16) -> Option<&'a [u8]> {
        match self.0.get(usize::from(at))? {
            Constant::Class(name) => self.text(*name),
            _ => None,
        }
    }
}

/// The bytes that have not been read yet.
struct ByteReader<'a> {
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn skip(&mut self, count: usize) -> Option<()> {
        self.take(count).map(drop)
    }

    fn u8(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn u16(&mut self) -> Option<u16> {
        self.take(2).map(|bytes| u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4).map(|bytes| u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Reads fields or methods: `each` receives the flags, and the indices of the name and the descriptor.
    fn members(&mut self, mut each: impl FnMut(u16, u16, u16)) -> Option<()> {
        for _ in 0..self.u16()? {
            each(self.u16()?, self.u16()?, self.u16()?);
            for _ in 0..self.u16()? {
                self.skip(2)?; // the name of an attribute
                let length = self.u32()?;
                self.skip(usize::try_from(length).ok()?)?;
            }
        }
        Some(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns a class file with one field and one method, which has two attributes.
    pub(crate) fn class(name: &str, method: &str, descriptor: &str, flags: u16) -> Vec<u8> {
        let mut bytes = MAGIC.to_be_bytes().to_vec();
        bytes.extend([0, 0, 0, 61]);
        let text = |text: &str| {
            let length = (text.len() as u16).to_be_bytes();
            [&[1], &length[..], text.as_bytes()].concat()
        };
        bytes.extend(10u16.to_be_bytes());
        bytes.extend(text(name)); // 1
        bytes.extend([7, 0, 1]); // 2
        bytes.extend(text(method)); // 3
        bytes.extend(text(descriptor)); // 4
        bytes.extend([[5, 1, 2, 3, 4, 5, 6, 7, 8].as_slice()].concat()); // 5 and 6: a long
        bytes.extend([15, 6, 0, 1]); // 7: a method handle
        bytes.extend([18, 0, 0, 0, 1]); // 8: an invokedynamic
        bytes.extend([8, 0, 1]); // 9: a string
        bytes.extend([0, 0x21, 0, 2, 0, 2]); // flags, this, super
        bytes.extend([0, 1, 0, 2]); // interfaces
        bytes.extend([0, 1, 0, 9, 0, 3, 0, 4, 0, 0]); // a field of the same name
        bytes.extend([0, 1]);
        bytes.extend(flags.to_be_bytes());
        bytes.extend([0, 3, 0, 4, 0, 2]);
        bytes.extend([0, 1, 0, 0, 0, 3, 9, 9, 9]);
        bytes.extend([0, 1, 0, 0, 0, 0]);
        bytes.extend([0, 0]); // attributes of the class
        bytes
    }

    const STRINGS: &str = "([Ljava/lang/String;)V";

    #[test]
    fn main_is_known_by_name_descriptor_and_flags() {
        for (method, descriptor, flags, has_main) in [
            ("main", STRINGS, 0x0009, true),
            ("main", STRINGS, 0x0089, true), // main(String...)
            ("main", STRINGS, 0x0001, false),
            ("main", STRINGS, 0x0008, false),
            ("main", "()V", 0x0009, false),
            ("main", "([Ljava/lang/String;)I", 0x0009, false),
            ("Main", STRINGS, 0x0009, false),
        ] {
            let expected = ClassFile { name: "a/b/Main".into(), has_main };
            let bytes = class("a/b/Main", method, descriptor, flags);
            assert_eq!(parse(&bytes), Some(expected), "{method} {descriptor} {flags:x}");
        }
    }

    #[test]
    fn what_is_cut_short_or_changed_is_refused_or_read_but_never_a_panic() {
        let whole = class("Main", "main", STRINGS, 9);
        // Attributes of the class are not read: two bytes less are no loss.
        for length in 0..whole.len() - 2 {
            assert_eq!(parse(&whole[..length]), None, "{length}");
        }
        for at in 0..whole.len() {
            for byte in [0, 1, 5, 7, 0x7f, 0x80, 0xff] {
                let mut changed = whole.clone();
                changed[at] = byte;
                let _ = parse(&changed);
            }
        }
    }

    #[test]
    fn a_class_that_claims_more_than_it_has_is_refused() {
        let start = [&MAGIC.to_be_bytes()[..], &[0, 0, 0, 61]].concat();
        // 65,535 constants of which none is there; a text longer than the file; a last constant that takes two places.
        for rest in [
            &[0xff, 0xff][..],
            &[0, 2, 1, 0xff, 0xff, b'x'],
            &[0, 2, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x21, 0, 1],
            &[0, 3, 7, 0, 1, 7, 0, 9, 0, 0x21, 0, 1],
            &[0, 2, 99, 0, 0],
        ] {
            assert_eq!(parse(&[&start[..], rest].concat()), None, "{rest:?}");
        }
        // An attribute of 4 GiB.
        let mut long = class("Main", "main", STRINGS, 9);
        let at = long.windows(4).position(|bytes| bytes == [0, 0, 0, 3]).unwrap();
        long[at..at + 4].fill(0xff);
        assert_eq!(parse(&long), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = parse(&bytes);
            let start = [&MAGIC.to_be_bytes()[..], &[0, 0, 0, 61, 0, 9], &bytes].concat();
            let _ = parse(&start);
        }
    }
}
