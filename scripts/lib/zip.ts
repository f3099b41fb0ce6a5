import { crc32, deflateRawSync } from "node:zlib";

// ZIP as APPNOTE.TXT 6.3 describes it, without dates, rights or comments: the same files are the same bytes.

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** 1 January 1980, midnight: the format's first moment. */
const NO_DATE = 0x0021_0000;

/** An archive of these files. @param files contents by path; folders are what the paths say */
export const zip = (files: Readonly<Record<string, Buffer>>): Buffer => {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const path of Object.keys(files).toSorted((a, b) => (a < b ? -1 : 1))) {
    const content = files[path] ?? Buffer.alloc(0);
    const packed = deflateRawSync(content, { level: 9 });
    const name = Buffer.from(path, "utf8");
    // §4.3.7: from "version needed" to the lengths of name and extra field, in both headers.
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(UTF8_NAMES, 2);
    about.writeUInt16LE(DEFLATED, 4);
    about.writeUInt32LE(NO_DATE, 6);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(content.length, 18);
    about.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), about, name, packed]);
    locals.push(local);
    // §4.3.12: disk, attributes of both kinds, and where the file begins.
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), about, rest, name]));
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
};
