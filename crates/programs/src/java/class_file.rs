//! Reads the name of a compiled Java class, and whether `java` can start it.
//!
//! This is the format of chapter 4 of the Java Virtual Machine Specification, as far as the methods
//! of a class. The compiler ran next to code of the submission, so a class file may contain
//! anything: each read is checked against the end, and only a table of constants is allocated, of
//! which there are at most 65,534.

const MAGIC: u32 = 0xCAFE_BABE;

/// The flags `public` and `static` of a method.
const PUBLIC_STATIC: u16 = 0x0009;

/// The flag `module` of a class file, which then is not a class. An interface, however, may have a
/// `main`.
const MODULE: u16 = 0x8000;

/// The facts read from a class file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassFile {
    /// Its full name with `/` between packages and the class, such as `org/example/Main`.
    pub name: String,
    /// Whether it has `public static void main(String[])`.
    pub has_main: bool,
}

/// Reads a class file; `None` for anything that is not one, or is truncated.
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
    reader.skip(2)?; // the superclass
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
        // There is no constant at 0, and none after a constant that takes two entries.
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

    /// Reads fields or methods: `each` receives the flags, and the indices of the name and the
    /// descriptor.
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
pub(super) mod tests;
